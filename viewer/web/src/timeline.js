// The strip below the picture: a bar for the collisions of each frame, and where we are.

function colours(element) {
    const style = getComputedStyle(element);
    const value = (name) => style.getPropertyValue(name).trim();
    return { bar: value("--bad"), track: value("--line"), head: value("--text"), gap: value("--gap") };
}

export class Timeline {
    // `onSeek` gets a frame.
    constructor(canvas, film, onSeek) {
        this.canvas = canvas;
        this.film = film;
        this.onSeek = onSeek;
        this.time = 0;
        this.most = Math.max(1, ...film.totals.map((total) => Math.log1p(total)));
        const seek = (event) => {
            const box = canvas.getBoundingClientRect();
            const share = (event.clientX - box.left) / box.width;
            const frame = Math.floor(share * film.frameCount);
            onSeek(Math.min(film.frameCount - 1, Math.max(0, frame)));
        };
        canvas.addEventListener("pointerdown", (event) => {
            canvas.setPointerCapture(event.pointerId);
            seek(event);
        });
        canvas.addEventListener("pointermove", (event) => {
            if (event.buttons !== 0) {
                seek(event);
            }
        });
        new ResizeObserver(() => this.draw()).observe(canvas);
    }

    show(time) {
        this.time = time;
        this.draw();
    }

    draw() {
        const { canvas, film } = this;
        const ratio = devicePixelRatio;
        const width = canvas.clientWidth;
        const height = canvas.clientHeight;
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(height * ratio);
        const context = canvas.getContext("2d");
        context.scale(ratio, ratio);
        const colour = colours(canvas);
        const base = height - 5;
        const step = width / film.frameCount;
        context.fillStyle = colour.track;
        context.fillRect(0, base, width, 3);
        for (let f = 0; f < film.frameCount; ++f) {
            const x = f * step;
            if (!film.has(f)) {
                context.fillStyle = colour.gap;
                context.fillRect(x, base, Math.max(step, 1), 3);
            }
            if (film.isBad(f)) {
                const tall = (base - 4) * (0.25 + (0.75 * Math.log1p(film.totals[f])) / this.most);
                context.fillStyle = colour.bar;
                context.fillRect(x, base - tall, Math.max(step - (step > 4 ? 1 : 0), 1.5), tall);
            }
        }
        const head = (this.time + 0.5) * step;
        context.fillStyle = colour.head;
        context.fillRect(head - 1, 0, 2, height);
        context.beginPath();
        context.arc(head, base + 1.5, 4.5, 0, 2 * Math.PI);
        context.fill();
    }
}
