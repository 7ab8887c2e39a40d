// Stage times of the last steps, stacked.

const STEPS = 120;
const TOPS = [10, 20, 40, 80, 160, 400, 1000, 4000]; // milliseconds

export const STAGES = [
    { name: "solver", colour: "#5b8fd6", of: (n) => n.simMs - n.nearMs - n.detectMs },
    { name: "proximity", colour: "#57b0a2", of: (n) => n.nearMs },
    { name: "CCD", colour: "#c9a227", of: (n) => n.detectMs },
    { name: "proof", colour: "#8c9a3e", of: (n) => n.proofMs },
    { name: "look-ahead", colour: "#d07a45", of: (n) => n.queryMs },
    { name: "paper's method", colour: "#b565a7", of: (n) => n.methodMs },
];

export class Chart {
    constructor(canvas) {
        this.canvas = canvas;
        this.rows = [];
    }

    clear() {
        this.rows = [];
        this.draw();
    }

    add(numbers) {
        this.rows.push(STAGES.map(({ of }) => Math.max(0, of(numbers))));
        this.rows.splice(0, this.rows.length - STEPS);
        this.draw();
    }

    // Milliseconds of each stage, a mean over the last second.
    means() {
        const rows = this.rows.slice(-60);
        return STAGES.map((_, k) =>
            rows.length === 0 ? 0 : rows.reduce((sum, row) => sum + row[k], 0) / rows.length,
        );
    }

    draw() {
        const { canvas, rows } = this;
        const ratio = Math.min(devicePixelRatio, 2);
        const [width, height] = [canvas.clientWidth, canvas.clientHeight];
        if (width === 0) {
            return;
        }
        if (canvas.width !== Math.round(width * ratio)) {
            canvas.width = Math.round(width * ratio);
            canvas.height = Math.round(height * ratio);
        }
        const context = canvas.getContext("2d");
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.clearRect(0, 0, width, height);
        const totals = rows.map((row) => row.reduce((sum, value) => sum + value, 0));
        // Nine tenths of the steps fit; what is taller leaves the chart.
        const usual = [...totals].sort((a, b) => a - b)[Math.floor(0.9 * totals.length)] ?? 0;
        const most = TOPS.find((top) => top >= 1.2 * usual) ?? TOPS.at(-1);
        const style = getComputedStyle(canvas);
        context.font = `10px ${style.fontFamily}`;
        const scale = (height - 14) / most;
        const bar = width / STEPS;
        rows.forEach((row, i) => {
            let y = height;
            const x = width - (rows.length - i) * bar;
            row.forEach((value, k) => {
                context.fillStyle = STAGES[k].colour;
                context.fillRect(x, y - value * scale, Math.max(bar - 0.5, 1), value * scale);
                y -= value * scale;
            });
        });
        context.strokeStyle = context.fillStyle = style.color;
        context.globalAlpha = 0.55;
        for (const line of [1000 / 60, most]) {
            const y = Math.round(height - line * scale) + 0.5;
            if (y < 4) {
                continue;
            }
            context.beginPath();
            context.moveTo(0, y);
            context.lineTo(width, y);
            context.setLineDash(line === most ? [] : [3, 3]);
            context.lineWidth = 0.6;
            context.stroke();
            const text = line === most ? `${line} ms` : "60 steps/s";
            context.fillText(text, 2, y - 2);
        }
        context.setLineDash([]);
        context.globalAlpha = 1;
    }
}
