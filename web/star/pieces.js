// The pieces of the board: planets, rings and fleets, in SVG.
import { s } from "../dom.js";

/** The star of a home world, and the sight of a threat, in boxes of 24. */
export const STAR = "M12 2.500l2.900 6.200 6.800.8-5 4.600 1.300 6.700-6-3.300-6 3.300 1.300-6.700-5-4.600 6.800-.8z";
export const SIGHT = "M12 6a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM12 2.500V8M12 16v5.500M2.500 12H8M16 12h5.500";

/**
 * The gradients and patterns that the pieces use. Every board has its own, with its own prefix.
 * @param {string} id
 */
export function definitions(id) {
    return s("defs", {},
        s("radialGradient", { id: `${id}-terran`, cx: "38%", cy: "32%", r: "75%" },
            s("stop", { offset: "0%", "stop-color": "#4E9BE0" }),
            s("stop", { offset: "60%", "stop-color": "#2F6FB5" }),
            s("stop", { offset: "100%", "stop-color": "#1D4A80" })),
        s("radialGradient", { id: `${id}-barren`, cx: "38%", cy: "32%", r: "75%" },
            s("stop", { offset: "0%", "stop-color": "#9A9087" }),
            s("stop", { offset: "65%", "stop-color": "#776E66" }),
            s("stop", { offset: "100%", "stop-color": "#544D47" })),
        s("pattern", { id: `${id}-hatch`, width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
            s("rect", { width: 2.6, height: 5, fill: "var(--warning)" })),
        s("clipPath", { id: `${id}-disc` }, s("circle", { r: 25 })));
}

/**
 * A planet of radius 25 around the origin.
 * @param {"terran" | "barren"} kind
 * @param {string} id
 */
export function planet(kind, id) {
    if (kind === "terran") {
        return s("g", { "clip-path": `url(#${id}-disc)` },
            s("circle", { r: 25, fill: `url(#${id}-terran)` }),
            s("path", { d: "M-17-13c4-6 13-9 18-7 3 1 1 5-2 7-4 2-3 6-7 8-5 2-13-2-9-8z", fill: "#6CB784" }),
            s("path", { d: "M3 3c5-3 14-2 16 3s-3 12-9 14-9-2-9-7-2-7 2-10z", fill: "#63AE7B" }),
            s("path", { d: "M-20 8c3-1 7 2 7 6s-3 4-6 2-4-6-1-8z", fill: "#5BA673" }));
    }
    return s("g", { "clip-path": `url(#${id}-disc)` },
        s("circle", { r: 25, fill: `url(#${id}-barren)` }),
        s("circle", { cx: -9, cy: -8, r: 5, fill: "#5C544D", opacity: 0.75 }),
        s("circle", { cx: 9, cy: 5, r: 6.500, fill: "#5C544D", opacity: 0.7 }),
        s("circle", { cx: -6, cy: 13, r: 3.500, fill: "#5C544D", opacity: 0.7 }),
        s("circle", { cx: 13, cy: -12, r: 2.500, fill: "#5C544D", opacity: 0.7 }));
}

/**
 * A fleet's shape around the origin, about `size` wide.
 * @param {number} player From 1.
 * @param {number} [size]
 * @param {import("../dom.js").Props} [props]
 */
export function shape(player, size = 24, props = {}) {
    const half = size / 2;
    const all = { fill: `var(--player-${player})`, ...props };
    switch (player) {
        case 1: return s("circle", { r: half, ...all });
        case 2: return s("rect", { x: -half * 0.92, y: -half * 0.92, width: size * 0.92, height: size * 0.92, rx: size / 12, ...all });
        case 3: return s("path", { d: `M0 ${-half * 1.060} ${half * 1.120} ${half * 0.9}H${-half * 1.120}z`, ...all });
        default: return s("path", { d: `M0 ${-half * 1.180} ${half * 1.120} 0 0 ${half * 1.180} ${-half * 1.120} 0z`, ...all });
    }
}

/**
 * A player's shape as a picture of its own, for text.
 * @param {number} player From 1.
 * @param {number} [size]
 */
export function badge(player, size = 14) {
    return s("svg", { class: "badge", viewBox: "-14 -14 28 28", width: size, height: size, "aria-hidden": "true" }, shape(player, 23));
}

/**
 * An arc that starts at the top, for a share of a circle.
 * @param {number} share
 * @param {number} radius
 */
export function arc(share, radius) {
    const angle = 2 * Math.PI * Math.min(share, 0.9999);
    const [x, y] = [radius * Math.sin(angle), -radius * Math.cos(angle)];
    return `M0 ${-radius}A${radius} ${radius} 0 ${angle > Math.PI ? 1 : 0} 1 ${x.toFixed(2)} ${y.toFixed(2)}`;
}
