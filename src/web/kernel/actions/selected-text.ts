import type { SelectedText } from "./action.ts";
import { hasDialog } from "../../lib/covered.ts";

/** Selections of more letters than this are worth offering something for. */
const MORE_THAN = 3;

export type Selected = SelectedText & {
  /** Where it stands in the window now. */
  rect: () => DOMRect;
  restore: () => void;
};

const NOT_HERE =
  "input, textarea, select, [role=dialog]:not([data-modeless]), [role=menu], [data-own-selection]";

const elementOf = (node: Node | null) => (node instanceof Element ? node : (node?.parentElement ?? null));

/** What is selected in the page's text or in a note; null for less than four letters and inside fields. */
export function readSelection(): Selected | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const text = selection.toString();
  if (text.trim().length <= MORE_THAN) return null;
  const range = selection.getRangeAt(0).cloneRange();
  const start = elementOf(range.startContainer);
  if (!start || !start.closest("#root") || start.closest(NOT_HERE)) return null;
  // Selected from within a dialog, all of the page is: nothing behind it can be meant.
  if (hasDialog()) return null;
  // A selection inside a field is shown by the document as lying around it.
  if (document.activeElement?.matches("input, textarea, select")) return null;
  // That of a note which may only be read is one, too.
  const editor = start.closest<HTMLElement>("[role=textbox][contenteditable]");
  return {
    text,
    isInEditor: editor !== null,
    rect: () => range.getBoundingClientRect(),
    restore: () => {
      editor?.focus({ preventScroll: true });
      selection.removeAllRanges();
      selection.addRange(range);
    },
  };
}
