// The bytes of a film (viewer/pack.c), read: whole bytes, and blocks of Rice codes.

const LONGEST_QUOTIENT = 20;
const ALL_ZERO = 31;
export const BLOCK = 64;

export class Unpacker {
    // `bytes` has at least eight more than are read, so that a window of 32 bits never leaves it.
    constructor(bytes) {
        this.bytes = bytes;
        this.at = 0; // bits
    }

    align() {
        this.at = Math.ceil(this.at / 8) * 8;
    }

    byte() {
        const value = this.bytes[this.at >>> 3];
        this.at += 8;
        return value;
    }

    count() {
        let value = 0;
        let scale = 1;
        for (;;) {
            const byte = this.byte();
            value += (byte & 127) * scale;
            if (byte < 128) {
                return value;
            }
            scale *= 128;
        }
    }

    float() {
        const view = new DataView(this.bytes.buffer, this.bytes.byteOffset + this.at / 8, 4);
        this.at += 32;
        return view.getFloat32(0, true);
    }

    // Fills values[0] to values[count - 1]. Signs are folded in: 1, 2, 3, 4 are -1, 1, -2, 2.
    block(values, count) {
        const bytes = this.bytes;
        let at = this.at;
        const window = () => {
            const i = at >>> 3;
            const low =
                bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24);
            const shift = at & 7;
            return shift === 0 ? low : (low >>> shift) | (bytes[i + 4] << (32 - shift));
        };
        const parameter = window() & 31;
        at += 5;
        if (parameter === ALL_ZERO) {
            values.fill(0, 0, count);
            this.at = at;
            return;
        }
        const mask = (1 << parameter) - 1;
        for (let i = 0; i < count; ++i) {
            const bits = window();
            const zeros = ~bits; // the lowest zero of `bits` is the lowest one of these
            const quotient = 31 - Math.clz32(zeros & -zeros);
            let folded;
            if (quotient >= LONGEST_QUOTIENT || zeros === 0) {
                at += LONGEST_QUOTIENT;
                folded = window();
                at += 32;
            } else {
                at += quotient + 1;
                folded = (quotient << parameter) | (window() & mask);
                at += parameter;
            }
            values[i] = (folded >>> 1) ^ -(folded & 1);
        }
        this.at = at;
    }
}
