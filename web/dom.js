// Elements, made with one call each.

/**
 * What an element is given: attributes by name, listeners as `onclick`, `class`, and `text`.
 * @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Props
 * @typedef {Node | string | number | null | undefined | false} Child
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} element
 * @param {Props} props
 * @param {(Child | Child[])[]} children
 */
function fill(element, props, children) {
    for (const [name, value] of Object.entries(props)) {
        if (value === null || value === undefined || value === false) continue;
        if (typeof value === "function") element.addEventListener(name.slice(2), value);
        else if (name === "text") element.textContent = String(value);
        else element.setAttribute(name, value === true ? "" : String(value));
    }
    for (const child of children.flat()) {
        if (child === null || child === undefined || child === false) continue;
        element.append(child instanceof Node ? child : String(child));
    }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Props} [props]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props = {}, ...children) {
    const element = document.createElement(tag);
    fill(element, props, children);
    return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Props} [props]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, props = {}, ...children) {
    const element = document.createElementNS(SVG, tag);
    fill(element, props, children);
    return element;
}

/**
 * An element of the page that is certain to be there.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
    const element = document.getElementById(id);
    if (!element) throw new Error(`the page has no #${id}`);
    return element;
}

/**
 * Replaces the children of an element, and keeps the focus on the child with the same `data-focus`.
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function replace(parent, ...children) {
    const focused = document.activeElement;
    const name = focused instanceof HTMLElement && parent.contains(focused) ? focused.dataset.focus : undefined;
    parent.replaceChildren();
    fill(parent, {}, children);
    if (name) {
        const again = parent.querySelector(`[data-focus="${CSS.escape(name)}"]`);
        if (again instanceof HTMLElement) again.focus({ preventScroll: true });
    }
}

/**
 * Replaces the children of an element as {@link replace} does, but keeps those that look the same: what is
 * drawn again while a button is pressed or hovered stays under the pointer. The listeners of what is kept
 * stay too, so they must look up what they need when they are called.
 * @param {Element} parent
 * @param {...(Child | Child[])} children
 */
export function refresh(parent, ...children) {
    const fresh = document.createElement("div");
    fill(fresh, {}, children);
    const [old, now] = [[...parent.childNodes], [...fresh.childNodes]];
    const isAlike = now.map((child, i) => old[i]?.isEqualNode(child) ?? false);
    const focused = document.activeElement;
    const name = focused instanceof HTMLElement && parent.contains(focused) ? focused.dataset.focus : undefined;
    now.forEach((child, i) => {
        if (isAlike[i]) return;
        const before = old[i];
        if (before) before.replaceWith(child);
        else parent.append(child);
    });
    old.slice(now.length).forEach(child => child.remove());
    if (name && !parent.contains(document.activeElement)) {
        const again = parent.querySelector(`[data-focus="${CSS.escape(name)}"]`);
        if (again instanceof HTMLElement) again.focus({ preventScroll: true });
    }
}
