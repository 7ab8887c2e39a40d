// A stage that shows a film; and what stands in its place where the browser cannot draw.
import { Stage } from "./stage.js";

export class FilmStage extends Stage {
    #marked = -1; // the frame whose faces are red

    constructor(canvas, film) {
        super(canvas, film.objects);
        this.film = film;
    }

    // Looks at what moves in these frames of the film.
    arrange(up, frames) {
        const { description, origin, quantum } = this.film;
        const bounds = [description.low, description.high].map((corner) =>
            corner.map((x, d) => (x - origin[d]) / quantum),
        );
        super.arrange(up, frames, bounds);
    }

    // Frame floor(time), moved towards the next. False: it is not in the film.
    show(time) {
        const index = Math.floor(time);
        const t = time - index;
        const frame = this.film.frame(index);
        if (frame === null) {
            return false;
        }
        const next = (t > 0 ? this.film.frame(index + 1) : null) ?? frame;
        this.pose(frame.poses, next.poses, t);
        if (this.#marked !== index) {
            this.#marked = index;
            this.mark(frame.marks);
        }
        return true;
    }
}

// The page still tells what was found.
export class NoStage {
    arrange() {}
    fit() {}
    fly() {}
    outline() {}
    resize() {}
    screen() {
        return [-1, -1];
    }
    setContacts() {}
    setDark() {}
    setSeeThrough() {}
    setVisible() {}
    setWireframe() {}
    show() {
        return true;
    }
    showPairs() {}
}
