// The strip below the picture: a bar for the collisions of each frame, and where we are.
//
// Time runs from the first frame to the last. Where steps were tested, the bar of a frame covers
// the step to the next one; else it stands around its frame.

const FREE = 24; // pixels of a frame from which on a drag may stop between frames

function colours(element) {
    const style = getComputedStyle(element);
    const value = (name) => style.getPropertyValue(name).trim();
    return {
        bar: value("--bad"),
        track: value("--line"),
        head: value("--text"),
        gap: value("--gap"),
    };
}

export class Timeline {
    // `onSeek` gets a time in frames, `hintOf` a frame and says what to tell of it.
    constructor(canvas, hint, film, { steps, onSeek, hintOf }) {
        this.canvas = canvas;
        this.film = film;
        this.steps = steps;
        this.time = 0;
        this.bars = null; // a picture of them
        this.span = Math.max(1, film.frameCount - 1);
        this.most = Math.max(1, ...film.totals.map((total) => Math.log1p(total)));
        canvas.ariaValueMin = film.numbers[0];
        canvas.ariaValueMax = film.numbers.at(-1);
        canvas.addEventListener("pointerdown", (event) => {
            canvas.setPointerCapture(event.pointerId);
            onSeek(this.#timeAt(event));
        });
        canvas.addEventListener("pointermove", (event) => {
            if (event.buttons !== 0) {
                onSeek(this.#timeAt(event));
            }
            const time = this.#timeAt(event);
            hint.hidden = false;
            hint.textContent = hintOf(Math.floor(time));
            const room = canvas.clientWidth - hint.offsetWidth;
            const left = (time / this.span) * canvas.clientWidth - hint.offsetWidth / 2;
            hint.style.left = `${Math.max(0, Math.min(room, left))}px`;
        });
        canvas.addEventListener("pointerleave", () => {
            hint.hidden = true;
        });
        new ResizeObserver(() => this.draw()).observe(canvas);
    }

    #timeAt(event) {
        const box = this.canvas.getBoundingClientRect();
        const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
        const time = share * this.span;
        if (this.steps) {
            return box.width / this.span < FREE ? Math.floor(time) : time;
        }
        return Math.round(time);
    }

    show(time) {
        this.time = time;
        this.canvas.ariaValueNow = this.film.numbers[Math.floor(time)];
        this.#drawHead();
    }

    // Left edge and width of the bar of a frame.
    #bar(frame, width) {
        const step = width / this.span;
        const most = !this.steps ? 40 : frame < this.span ? width : 4; // the last has no step
        const wide = Math.max(1.5, Math.min(step - (step > 4 ? 1 : 0), most));
        const left = this.steps ? frame * step : frame * step - wide / 2;
        return [Math.max(0, Math.min(left, width - wide)), wide];
    }

    // The bars do not change while time goes on: they are drawn once, until the size or the theme
    // is another.
    draw() {
        this.bars = null;
        this.#drawHead();
    }

    #drawHead() {
        const { canvas } = this;
        const width = canvas.clientWidth;
        const height = canvas.clientHeight;
        const ratio = devicePixelRatio;
        if (this.bars === null) {
            this.#drawBars();
        }
        const context = canvas.getContext("2d");
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.clearRect(0, 0, canvas.width, canvas.height);
        if (canvas.width > 0 && canvas.height > 0) {
            context.drawImage(this.bars, 0, 0);
        }
        context.scale(ratio, ratio);
        const head = Math.max(1, Math.min(width - 1, (this.time / this.span) * width));
        const base = height - 6;
        context.fillStyle = this.colour.head;
        context.fillRect(head - 1, 0, 2, height);
        context.beginPath();
        context.arc(Math.max(5, Math.min(width - 5, head)), base + 1.5, 5, 0, 2 * Math.PI);
        context.fill();
    }

    #drawBars() {
        const { canvas, film } = this;
        const ratio = devicePixelRatio;
        const width = canvas.clientWidth;
        const height = canvas.clientHeight;
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(height * ratio);
        this.bars = document.createElement("canvas");
        this.bars.width = canvas.width;
        this.bars.height = canvas.height;
        const context = this.bars.getContext("2d");
        context.scale(ratio, ratio);
        const colour = (this.colour = colours(canvas));
        const base = height - 6;
        context.fillStyle = colour.track;
        context.fillRect(0, base, width, 3);
        for (let f = 0; f < film.frameCount; ++f) {
            const [left, wide] = this.#bar(f, width);
            const kept = film.has(f);
            if (!kept) {
                context.fillStyle = colour.gap;
                context.fillRect(left, base, wide + 1, 3);
            }
            if (film.isBad(f)) {
                const tall = (base - 4) * (0.3 + (0.7 * Math.log1p(film.totals[f])) / this.most);
                context.fillStyle = colour.bar;
                context.globalAlpha = kept ? 0.85 : 0.4;
                context.fillRect(left, base - tall, wide, tall);
                context.globalAlpha = 1;
            }
        }
    }
}
