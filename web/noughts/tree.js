// The tree of a search: where it is, what it knows, and what it leaves out.
import { h, replace, s } from "../dom.js";

/**
 * @typedef {import("../protocol.d.ts").NoughtsTree} NoughtsTree
 * @typedef {import("../protocol.d.ts").NoughtsNode} NoughtsNode
 * @typedef {import("../protocol.d.ts").NoughtsKnown} NoughtsKnown
 */

/** The height of a ply, and of what is above the root. */
const PLY = 156;
const TOP = 26;

/** The size of a board at each distance from the root, in a small tree and in a large one, and the width of a
 * column of leaves. */
const SIZES = [66, 60, 54];
const SMALL_SIZES = [60, 54, 44, 42];
const COLUMN = 78;
const NARROW_COLUMN = 54;

/** @param {number} score */
export function scoreText(score) {
    return score < 0 ? `−${-score}` : String(score);
}

/**
 * What is known about a score: "−9", "≤ −16", "≥ 5".
 * @param {NoughtsKnown | undefined} known
 */
function knownText(known) {
    if (!known) return "";
    const { at_least, at_most } = known;
    if (at_least !== null && at_least === at_most) return scoreText(at_least);
    if (at_least !== null && at_most !== null) return `${scoreText(at_least)} to ${scoreText(at_most)}`;
    if (at_most !== null) return `≤ ${scoreText(at_most)}`;
    return at_least !== null ? `≥ ${scoreText(at_least)}` : "";
}

/**
 * A small board, with its top left corner at the origin.
 * @param {string} board
 * @param {number} size
 */
export function smallBoard(board, size) {
    const third = size / 3;
    const inset = size * 0.08;
    const lines = [1, 2].flatMap(i => [
        s("line", { x1: inset, x2: size - inset, y1: i * third, y2: i * third }),
        s("line", { y1: inset, y2: size - inset, x1: i * third, x2: i * third }),
    ]);
    const marks = [...board].map((mark, i) => {
        const [x, y] = [(i % 3 + 0.5) * third, (Math.floor(i / 3) + 0.5) * third];
        const r = third * 0.26;
        if (mark === "X") return s("path", { class: "cross", d: `M${x - r} ${y - r} L${x + r} ${y + r} M${x + r} ${y - r} L${x - r} ${y + r}` });
        return mark === "O" ? s("circle", { class: "nought", cx: x, cy: y, r: r * 1.08 }) : null;
    });
    return s("g", { class: "small-board" }, s("g", { class: "grid-lines" }, lines), marks);
}

/** Where everything is drawn. @typedef {{x: number[], y: number[], size: number[], width: number, height: number, depth: number}} Layout */

/**
 * What is below a position that is never entered is not drawn: it would be wide and say nothing.
 * @param {NoughtsTree} tree
 */
function drawnOf(tree) {
    const entered = new Set(tree.steps.map(step => step.node));
    return tree.nodes.map(node => node.parent === null || entered.has(node.parent));
}

/** @param {NoughtsTree} tree @param {number} room @returns {Layout} */
function layOut(tree, room) {
    const drawn = drawnOf(tree);
    const children = childrenOf(tree).map(below => below.filter(child => drawn[child]));
    const depth = Math.max(...tree.nodes.filter((_, i) => drawn[i]).map(node => node.ply));
    const leaves = tree.nodes.filter((_, i) => drawn[i] && !children[i]?.length).length;
    const column = Math.max(depth > 2 ? NARROW_COLUMN : COLUMN, Math.min(120, (room - 8) / leaves));
    const sizes = depth > 2 ? SMALL_SIZES : SIZES;
    /** @type {number[]} */
    const x = [];
    let next = 0;
    const place = (/** @type {number} */ node) => {
        const below = children[node] ?? [];
        below.forEach(place);
        if (!below.length) {
            x[node] = 4 + (next + 0.5) * column;
            next += 1;
        } else {
            x[node] = ((x[below[0] ?? 0] ?? 0) + (x[below[below.length - 1] ?? 0] ?? 0)) / 2;
        }
    };
    place(0);
    return {
        x,
        y: tree.nodes.map(node => TOP + node.ply * PLY),
        size: tree.nodes.map(node => sizes[node.ply] ?? 40),
        width: Math.max(room, leaves * column + 8),
        height: TOP + depth * PLY + (sizes[depth] ?? 40) + 54,
        depth,
    };
}

/** @param {NoughtsTree} tree */
function childrenOf(tree) {
    /** @type {number[][]} */
    const children = tree.nodes.map(() => []);
    tree.nodes.forEach((node, i) => node.parent !== null && children[node.parent]?.push(i));
    return children;
}

/** How far the search has come. */
class Progress {
    /** @type {Set<number>} */ entered = new Set();
    /** @type {Set<number>} */ leftOut = new Set();
    /** @type {Map<number, NoughtsKnown>} */ known = new Map();
    /** The first position that each cut leaves out. @type {Set<number>} */ cutAt = new Set();
    iteration = 0;

    /** @param {NoughtsTree} tree @param {number} steps */
    constructor(tree, steps) {
        const children = childrenOf(tree);
        const leaveOut = (/** @type {number} */ node) => {
            this.leftOut.add(node);
            children[node]?.forEach(leaveOut);
        };
        for (const step of tree.steps.slice(0, steps)) {
            if (step.iteration !== this.iteration) {
                this.iteration = step.iteration;
                // Every iteration begins at the root, which is entered only once.
                this.entered = new Set([0]);
                this.known.clear();
                this.leftOut.clear();
                this.cutAt.clear();
            }
            this.entered.add(step.node);
            // Another window may look at what an earlier one left out.
            this.leftOut.delete(step.node);
            this.cutAt.delete(step.node);
            for (const known of step.changes) this.known.set(known.node, known);
            for (const cut of step.cuts) {
                cut.left_out.forEach(leaveOut);
                const [first] = cut.left_out;
                if (first !== undefined) this.cutAt.add(first);
            }
        }
    }
}

/**
 * Draws the tree after some steps of the search.
 * @param {HTMLElement} root
 * @param {NoughtsTree} tree
 * @param {number} steps
 */
export function drawTree(root, tree, steps) {
    const layout = layOut(tree, Math.max(root.clientWidth, 320));
    const progress = new Progress(tree, steps);
    const current = tree.steps[steps - 1]?.node;
    const isDone = steps === tree.steps.length;
    const side = tree.side === "cross" ? ["Cross", "Nought"] : ["Nought", "Cross"];
    const bands = Array.from({ length: layout.depth }, (_, ply) =>
        s("rect", { class: "band", x: 0, y: TOP + ply * PLY - 24, width: layout.width, height: PLY - 34, rx: 8 }));
    // They stay in view where the tree is wider than the screen.
    const names = h("div", { class: "band-names", "aria-hidden": "true" }, bands.map((_, ply) => {
        const name = h("span", { class: "band-name", text: `${side[ply % 2]} takes the ${ply % 2 === 0 ? "highest" : "lowest"}` });
        name.style.setProperty("top", `${TOP + ply * PLY - 20}px`);
        return name;
    }));
    /** @type {SVGElement[]} */
    const edges = [];
    /** @type {SVGElement[]} */
    const strokes = [];
    tree.nodes.forEach((node, i) => {
        if (node.parent === null || layout.x[i] === undefined) return;
        const [x1, y1] = [layout.x[node.parent] ?? 0, (layout.y[node.parent] ?? 0) + (layout.size[node.parent] ?? 0) + 4];
        const [x2, y2] = [layout.x[i] ?? 0, (layout.y[i] ?? 0) - 3];
        const middle = (y1 + y2) / 2;
        edges.push(s("path", {
            class: `tree-edge ${stateOf(i, node, progress, isDone)}`,
            d: `M${x1} ${y1} C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`,
        }));
        if (progress.cutAt.has(i)) {
            const before = tree.nodes.findIndex((other, j) => j !== i && other.parent === node.parent && layout.x[j] !== undefined && progress.entered.has(j));
            const left = before >= 0 ? Math.max(...tree.nodes.flatMap((other, j) => other.parent === node.parent && progress.entered.has(j) ? [layout.x[j] ?? 0] : [])) : x2 - 40;
            const [x, y] = [(left + x2) / 2, y2 - 26];
            strokes.push(s("path", { class: "cut-strokes", d: `M${x - 9} ${y - 8} l8 16 M${x - 1} ${y - 8} l8 16` }));
        }
    });
    // Those on the best line are drawn last, over the others.
    edges.sort((a, b) => Number(a.classList.contains("best")) - Number(b.classList.contains("best")));
    const nodes = tree.nodes.map((node, i) => layout.x[i] === undefined ? null : drawNode(node, i, { tree, layout, progress, current, isDone }));
    const picture = s("svg", {
        class: "tree-picture", viewBox: `0 0 ${layout.width} ${layout.height}`, width: layout.width, height: layout.height, "aria-hidden": "true",
    }, bands, edges, strokes, nodes);
    replace(root, names, picture, describe(tree, progress));
    if (current !== undefined && layout.width > root.clientWidth) {
        // When it is done, the best move, together with where it began if there is room; otherwise where it is.
        const best = layout.x[tree.nodes.findIndex(node => node.is_principal && node.ply === 1)] ?? layout.x[0] ?? 0;
        const x = isDone ? best : layout.x[current] ?? 0;
        const start = layout.x[0] ?? 0;
        const middle = isDone && Math.abs(start - best) < root.clientWidth - 120 ? (start + best) / 2 : x;
        if (x < root.scrollLeft + 60 || x > root.scrollLeft + root.clientWidth - 60) root.scrollLeft = middle - root.clientWidth / 2;
    }
}

/**
 * @param {number} i
 * @param {NoughtsNode} node
 * @param {Progress} progress
 * @param {boolean} isDone
 */
function stateOf(i, node, progress, isDone) {
    if (progress.leftOut.has(i)) return "cut";
    if (!progress.entered.has(i)) return "unseen";
    return isDone && node.is_principal ? "best" : "seen";
}

/**
 * @param {NoughtsNode} node
 * @param {number} i
 * @param {{tree: NoughtsTree, layout: Layout, progress: Progress, current: number | undefined, isDone: boolean}} around
 */
function drawNode(node, i, { tree, layout, progress, current, isDone }) {
    const [x, y, size] = [layout.x[i] ?? 0, layout.y[i] ?? 0, layout.size[i] ?? 40];
    const state = stateOf(i, node, progress, isDone);
    const known = knownText(progress.known.get(i));
    // Below a position without others below it is room for its score; otherwise it stands beside it.
    const isLeafRow = node.ply === layout.depth || node.ply > 1 && state === "cut";
    const times = node.equivalents > 1 ? `×${node.equivalents}` : "";
    const label = state === "cut" ? "cut" : known;
    const name = node.parent === null ? `now, ${tree.side} to play` : [node.place, times].filter(Boolean).join(" ");
    const texts = isLeafRow
        ? [
            s("text", { class: "node-score", x: size / 2, y: size + 20, "text-anchor": "middle" }, label),
            s("text", { class: "node-name", x: size / 2, y: size + 37, "text-anchor": "middle" }, node.result ? node.result.replace(" wins", "") : times),
        ]
        : [
            s("text", { class: "node-score", x: size + 8, y: size / 2 - 2 }, label),
            s("text", { class: "node-name", x: size + 8, y: size / 2 + 16 }, name),
        ];
    const isCurrent = i === current && !isDone;
    return s("g", { class: `node ${state}${isCurrent ? " current" : ""}${isLeafRow ? " leaf" : ""}`, transform: `translate(${x - size / 2} ${y})` },
        s("rect", { class: "node-box", width: size, height: size, rx: 7 }),
        smallBoard(node.board, size), texts);
}

/**
 * The tree in words, for a screen reader.
 * @param {NoughtsTree} tree
 * @param {Progress} progress
 */
function describe(tree, progress) {
    const children = childrenOf(tree);
    /** @type {(i: number) => HTMLLIElement | null} */
    const item = i => {
        const node = tree.nodes[i];
        if (!node) return null;
        const known = progress.leftOut.has(i) ? "left out" : knownText(progress.known.get(i)) || "not looked at";
        const many = node.equivalents > 1 ? `, stands for ${node.equivalents} moves` : "";
        const name = node.parent === null ? "The position" : `${node.place} ${node.square}${many}`;
        const below = progress.leftOut.has(i) ? [] : (children[i] ?? []).filter(child => progress.entered.has(child) || progress.leftOut.has(child));
        return h("li", {}, `${name}: ${known}`, below.length ? h("ul", {}, below.map(item)) : null);
    };
    return h("ul", { class: "hidden-text", "aria-label": "The tree as text" }, item(0));
}
