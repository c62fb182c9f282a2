import type { Editor } from "@tiptap/core";
import { bringIntoSight } from "../../lib/bring-into-sight.ts";

/** Where the texts of threads begin, by thread; one that is gone is missing. */
export function placesOf({ state }: Editor): Map<string, number> {
  const places = new Map<string, number>();
  state.doc.descendants((node, pos) => {
    for (const { type, attrs } of node.marks) {
      const thread = attrs["thread"] as string;
      if (type.name === "comment" && !places.has(thread)) places.set(thread, pos);
    }
  });
  return places;
}

/** Takes a thread's mark off the text; what the text says stays. */
export function unmark(editor: Editor, thread: string): void {
  if (editor.isDestroyed || !editor.isEditable) return;
  const { tr, doc } = editor.state;
  doc.descendants((node, pos) => {
    for (const mark of node.marks)
      if (mark.type.name === "comment" && mark.attrs["thread"] === thread)
        tr.removeMark(pos, pos + node.nodeSize, mark);
  });
  if (tr.docChanged) editor.view.dispatch(tr);
}

const STRAY_AFTER_MS = 24 * 60 * 60_000;

/**
 * Takes off marks whose thread is not there: of a page that ended between marking the text and beginning the thread. Not before a day
 * has passed since the thread got its id, in whose first bytes the time stands: it may be on its way.
 */
export function forgetStrayMarks(editor: Editor, known: ReadonlySet<string>, now = Date.now()): void {
  for (const thread of placesOf(editor).keys()) {
    const begun = /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(thread)
      ? Number.parseInt(thread.slice(0, 8) + thread.slice(9, 13), 16)
      : now;
    if (!known.has(thread) && begun < now - STRAY_AFTER_MS) unmark(editor, thread);
  }
}

/** Brings the text of a thread into sight; false when it is gone. */
export function showThread(editor: Editor, thread: string): boolean {
  const pos = placesOf(editor).get(thread);
  if (pos === undefined) return false;
  const { node } = editor.view.domAtPos(pos + 1);
  const element = node instanceof Element ? node : node.parentElement;
  if (element) bringIntoSight(element, "center");
  return true;
}

let sheet: CSSStyleSheet | null = null;

/** Shows which text has an open thread. By rules of a style sheet instead of decorations: a key press pays nothing for them. */
export function paintThreads(open: ReadonlySet<string>, active: string | null): void {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  const of = (thread: string) => `.note-text [data-comment="${CSS.escape(thread)}"]`;
  const all = [...open].map(of).join(",");
  const rules = [
    all && `${all}{background:var(--warn-soft);border-bottom:2px solid var(--warn);cursor:pointer}`,
    active &&
      open.has(active) &&
      `${of(active)}{background:color-mix(in oklab, var(--warn) 32%, transparent)}`,
  ];
  sheet.replaceSync(rules.filter(Boolean).join("\n"));
}
