import type { EditorView } from "@tiptap/pm/view";
import { findNotes, type NamedNote } from "../../lib/note-names.ts";
import { element } from "./element.ts";

const SHOWN = 8;
const SEARCH_PAUSE_MS = 150;
const GAP = 6;

/** Without an id it is to be made. */
export type ChosenNote = { id: string | null; title: string };
type Choice = NamedNote | { title: string; isNew: true };

let lists = 0;

/** The notes that fit what was typed, under the caret. The focus stays in the text; screen readers hear the chosen one. */
export class NoteSuggestList {
  private readonly dom: HTMLElement;
  private choices: Choice[] = [];
  private chosen = 0;
  private query: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly view: EditorView;
  private readonly onChoose: (note: ChosenNote) => void;

  constructor(view: EditorView, onChoose: (note: ChosenNote) => void) {
    this.view = view;
    this.onChoose = onChoose;
    this.dom = element("div", {
      class: "note-suggest",
      role: "listbox",
      id: `note-suggest-${++lists}`,
      "aria-label": "Notes",
    });
    document.body.append(this.dom);
    view.dom.setAttribute("aria-controls", this.dom.id);
  }

  show(query: string, at: number): void {
    this.place(at);
    if (query === this.query) return;
    this.query = query;
    clearTimeout(this.timer);
    const offer = (notes: NamedNote[], isAll: boolean) => {
      if (query === this.query) this.offer(notes, isAll);
    };
    // What is known here shows at once; the server is asked when the typing pauses.
    void findNotes(query, offer, this.wait());
  }

  /** Resolves when the typing pauses. */
  private wait(): Promise<void> {
    return new Promise((resolve) => (this.timer = setTimeout(resolve, SEARCH_PAUSE_MS)));
  }

  handleKey(pressed: string): boolean {
    if (pressed === "ArrowDown" || pressed === "ArrowUp") {
      const count = this.choices.length;
      if (count > 0) this.mark((this.chosen + (pressed === "ArrowDown" ? 1 : count - 1)) % count);
      return count > 0;
    }
    const choice = this.choices[this.chosen];
    if ((pressed !== "Enter" && pressed !== "Tab") || !choice) return false;
    this.take(choice);
    return true;
  }

  remove(): void {
    clearTimeout(this.timer);
    this.dom.remove();
    this.view.dom.removeAttribute("aria-controls");
    this.view.dom.removeAttribute("aria-activedescendant");
  }

  private offer(notes: NamedNote[], isAll: boolean): void {
    const title = this.query?.trim() ?? "";
    const isNamed = notes.some((note) => note.title.trim().toLowerCase() === title.toLowerCase());
    this.choices = [
      ...notes.slice(0, SHOWN),
      ...(title === "" || isNamed || !isAll ? [] : [{ title, isNew: true as const }]),
    ];
    const options = this.choices.map((choice, index) => {
      const words =
        "isNew" in choice
          ? [element("span", { class: "note-suggest-new" }, "Create note "), choice.title]
          : [choice.title];
      const option = element(
        "div",
        { role: "option", id: `${this.dom.id}-${index}`, class: "note-suggest-option" },
        ...words,
      );
      option.addEventListener("mousedown", (event) => event.preventDefault());
      option.addEventListener("click", () => this.take(choice));
      return option;
    });
    const none = element(
      "div",
      { class: "note-suggest-none" },
      isAll && title === "" ? "Type the title of a note" : "Looking for notes...",
    );
    this.dom.replaceChildren(...(options.length > 0 ? options : [none]));
    this.mark(0);
  }

  private mark(index: number): void {
    this.chosen = index;
    [...this.dom.children].forEach((option, at) =>
      option.setAttribute("aria-selected", String(at === index)),
    );
    if (this.choices.length > 0)
      this.view.dom.setAttribute("aria-activedescendant", `${this.dom.id}-${index}`);
    this.dom.children[index]?.scrollIntoView({ block: "nearest" });
  }

  /** A new one is linked by its title at once, because one goes on typing; its id follows. */
  private take(choice: Choice): void {
    if (!("isNew" in choice)) return this.onChoose(choice);
    this.onChoose({ id: null, title: choice.title });
  }

  private place(at: number): void {
    const { left, top, bottom } = this.view.coordsAtPos(at);
    const height = this.dom.offsetHeight;
    const isBelow = bottom + GAP + height < innerHeight || top < height;
    this.dom.style.left = `${Math.max(8, Math.min(left, innerWidth - this.dom.offsetWidth - 8))}px`;
    this.dom.style.top = `${isBelow ? bottom + GAP : top - GAP - height}px`;
  }
}
