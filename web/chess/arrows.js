// Arrows over the board.
import { s } from "../dom.js";

/**
 * An arrow over the board.
 * @typedef {object} Arrow
 * @property {string} from
 * @property {string} to
 * @property {number} rank 1 is the best
 */

/**
 * @param {Arrow} arrow
 * @param {(square: string) => {x: number, y: number}} corner where a square is
 */
export function drawArrow({ from, to, rank }, corner) {
    const [a, b] = [corner(from), corner(to)];
    const [x1, y1, x2, y2] = [a.x + 50, a.y + 50, b.x + 50, b.y + 50];
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const width = rank === 1 ? 8 : rank === 2 ? 6 : 5;
    const head = width * 3.2;
    // From the edge of the piece to the middle of its target.
    const start = 38;
    const end = length - 6;
    /** @param {number} along @param {number} across */
    const point = (along, across) =>
        `${(x1 + dx * along - dy * across).toFixed(1)} ${(y1 + dy * along + dx * across).toFixed(1)}`;
    const neck = end - head;
    const d =
        `M${point(start, -width)} L${point(neck, -width)} L${point(neck, -head * 0.62)} L${point(end, 0)} ` +
        `L${point(neck, head * 0.62)} L${point(neck, width)} L${point(start, width)} Z`;
    const [cx, cy] = [x1 + dx * start, y1 + dy * start];
    return s(
        "g",
        { class: `arrow rank-${Math.min(rank, 5)}` },
        s("path", { d }),
        s("circle", { cx, cy, r: 12 }),
        s("text", { x: cx, y: cy + 5.5, "text-anchor": "middle" }, String(rank)),
    );
}
