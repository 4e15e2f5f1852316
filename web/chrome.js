// What all screens share: the top bar, dialogs, short messages, and what is read aloud.
import { byId, h, refresh, replace } from "./dom.js";
import { icon, mark } from "./icons.js";
import { theme, toggleTheme } from "./theme.js";

/**
 * Says something to screen readers.
 * @param {string} text
 */
export function announce(text) {
    const live = byId("live");
    // Each text is an element of its own, so that the same text twice is read twice.
    live.append(h("p", { text }));
    while (live.childElementCount > 20) live.firstElementChild?.remove();
}

/** When the messages that are shown will go. @type {WeakMap<Element, ReturnType<typeof setTimeout>>} */
const leaving = new WeakMap();

/**
 * Shows a message for a few seconds, and says it. One that is still shown stays longer instead.
 * @param {string} text
 * @param {"plain" | "bad"} [kind]
 */
export function toast(text, kind = "plain") {
    const said = sentence(text);
    const shown = [...byId("toasts").children].find(note => note.textContent === said);
    const note = shown ?? h("p", { class: `toast ${kind}`, text: said });
    if (!shown) byId("toasts").append(note);
    clearTimeout(leaving.get(note));
    leaving.set(note, setTimeout(() => note.remove(), Math.max(4000, 70 * text.length)));
    announce(said);
}

/**
 * The text of an error, as a message.
 * @param {unknown} error
 */
export function tellError(error) {
    toast(error instanceof Error ? error.message : String(error), "bad");
}

/**
 * A text that begins with a capital and ends with a full stop.
 * @param {string} text
 */
export function sentence(text) {
    const begun = text.charAt(0).toUpperCase() + text.slice(1);
    return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}

/**
 * A cap that shows a key.
 * @param {string} key
 */
export function cap(key) {
    return h("kbd", { text: key, "aria-hidden": "true" });
}

/**
 * Fills the top bar.
 * @param {{back?: boolean, title: string, about?: (Node | string)[], actions?: (Node | null)[]}} content
 */
export function topBar({ back = false, title, about = [], actions = [] }) {
    document.title = title === "Star Chess" ? title : `${title} · Star Chess`;
    const home = back
        ? h("a", { class: "button bare", href: "#/", "aria-label": "All games", "data-focus": "bar-back" }, icon("back"))
        : h("span", { class: "mark" }, mark());
    refresh(byId("bar"),
        home, h("h1", { text: title }), ...about, h("span", { class: "grow" }), ...actions, themeButton());
}

function themeButton() {
    const other = theme() === "dark" ? "light" : "dark";
    const button = h("button", {
        class: "bare", "aria-label": `Use ${other} colours`, title: `Use ${other} colours`, "data-focus": "bar-theme",
        onclick: () => {
            toggleTheme();
            button.replaceWith(themeButton());
            const again = document.querySelector('[data-focus="bar-theme"]');
            if (again instanceof HTMLElement) again.focus();
        },
    }, icon(theme() === "dark" ? "moon" : "sun"));
    return button;
}

/**
 * A dialog that takes the focus, keeps it and gives it back.
 * @param {{title: string, class?: string, body: (Node | string)[], foot?: Node[]}} content
 * @returns {HTMLDialogElement}
 */
export function dialog({ title, class: name = "", body, foot = [] }) {
    const before = document.activeElement;
    const close = h("button", { class: "bare", "aria-label": "Close", onclick: () => box.close() }, icon("cross"));
    const box = h("dialog", { class: `dialog ${name}`, "aria-labelledby": "dialog-title" },
        h("header", {}, h("h2", { id: "dialog-title", text: title }), close),
        h("div", { class: "dialog-body", tabindex: 0, role: "group", "aria-label": title }, body),
        foot.length ? h("footer", {}, foot) : null);
    box.addEventListener("close", () => {
        box.remove();
        if (before instanceof HTMLElement && before.isConnected) before.focus();
    });
    // A click beside the dialog closes it.
    box.addEventListener("click", event => {
        if (event.target === box) box.close();
    });
    document.body.append(box);
    box.showModal();
    return box;
}

/**
 * Copies a text and says so; where that is not allowed, shows it to be copied.
 * @param {string} text
 * @param {string} what
 */
export async function copy(text, what) {
    try {
        await navigator.clipboard.writeText(text);
        toast(`${what} copied`);
    } catch {
        const field = h("textarea", { readonly: true, "aria-label": what });
        field.value = text;
        dialog({ title: what, body: [field] });
        field.select();
    }
}

/**
 * Shows that something is wrong in place of a screen.
 * @param {HTMLElement} root
 * @param {string} reason
 * @param {string} [title]
 */
export function problem(root, reason, title = "This game cannot be shown") {
    topBar({ back: true, title: "Star Chess" });
    root.className = "problem";
    replace(root, h("section", { class: "card" },
        h("h2", { text: title }), h("p", { text: sentence(reason) }),
        h("a", { class: "button primary", href: "#/" }, "All games")));
}

/**
 * Whether a key belongs to something that is typed into.
 * @param {KeyboardEvent} event
 */
export function isTyping(event) {
    const target = event.target;
    return target instanceof HTMLInputElement && target.type !== "range" && target.type !== "checkbox"
        && target.type !== "radio" || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
