import { TextSelection } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

type Sides = { top: number; bottom: number; left: number; right: number };

/** Milliseconds. What scrolls around a text changes when a pane is moved or a mode entered, not from key to key. */
const KNOWN_FOR = 1_000;
const scrollersOf = new WeakMap<HTMLElement, { scrollers: HTMLElement[]; at: number }>();

/**
 * For `handleScrollToSelection`: true where the caret stands so far inside everything that scrolls that nothing need move. ProseMirror asks
 * every ancestor for its rectangle and style at every key, and tries to scroll those that can't (decision 177).
 *
 * @param clear Pixels, as `scrollThreshold`.
 */
export function isCaretInSight(view: EditorView, clear: Sides): boolean {
  const { selection } = view.state;
  if (!(selection instanceof TextSelection)) return false;
  // A line of code and a cell of a table may scroll by themselves.
  for (let depth = selection.$head.depth; depth > 0; depth--) {
    const { spec } = selection.$head.node(depth).type;
    if (spec.code || spec.isolating) return false;
  }
  const caret = view.coordsAtPos(selection.head, 1);
  if (caret.bottom === 0 && caret.left === 0) return false;
  const isInside = ({ top, bottom, left, right }: Sides) =>
    caret.top >= top + clear.top &&
    caret.bottom <= bottom - clear.bottom &&
    caret.left >= left + clear.left &&
    caret.right <= right - clear.right;
  const width = visualViewport?.width ?? innerWidth;
  const height = visualViewport?.height ?? innerHeight;
  if (!isInside({ top: 0, left: 0, right: width, bottom: height })) return false;
  return knownScrollers(view.dom).every((scroller) => isInside(scroller.getBoundingClientRect()));
}

function knownScrollers(text: HTMLElement): HTMLElement[] {
  const known = scrollersOf.get(text);
  const now = performance.now();
  if (known && now - known.at < KNOWN_FOR) return known.scrollers;
  const scrollers: HTMLElement[] = [];
  for (let at = text.parentElement; at && at !== document.body; at = at.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(at);
    if ([overflowX, overflowY].some((overflow) => overflow !== "visible" && overflow !== "clip"))
      scrollers.push(at);
  }
  scrollersOf.set(text, { scrollers, at: now });
  return scrollers;
}
