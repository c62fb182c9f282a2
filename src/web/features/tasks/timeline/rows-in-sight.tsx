import {
  type CSSProperties,
  type FocusEventHandler,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { Virtualizer } from "virtua";
import { placeAfter } from "../../../lib/list-steps.ts";

/** Up to so many all are drawn, for the browser's own search and for who reads from top to bottom; of more only those in sight. */
const ALL_DRAWN = 200;

type RowsInSightProps = {
  scroller: RefObject<HTMLElement | null>;
  place?: RefObject<HTMLDivElement | null>;
  /** Of all rows, in their order: what `row` draws says its own in `data-row`. */
  ids: readonly string[];
  /** Of each, in pixels. */
  height: number;
  /** What stands over the list in its scroller, in pixels. A few more or less do no harm. */
  above: number;
  /** A row that stays though it goes out of sight, as the one with the focus does. */
  held?: string | null | undefined;
  row: (index: number) => ReactElement;
  /** Of what is done in all rows. */
  handlers?: HTMLAttributes<HTMLDivElement> | undefined;
} & Pick<HTMLAttributes<HTMLDivElement>, "aria-label" | "aria-labelledby" | "className">;

/** A list of rows of one height. Arrows, Home and End lead from row to row, also to those that are not drawn yet. */
export function RowsInSight({
  scroller,
  place,
  ids,
  height,
  above,
  held,
  row,
  handlers,
  ...list
}: RowsInSightProps) {
  const own = useRef<HTMLDivElement>(null);
  const rows = place ?? own;
  const [focused, setFocused] = useState<string | null>(null);
  const handleFocus: FocusEventHandler = ({ target }) => setFocused(idOf(target));
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    handlers?.onKeyDown?.(event);
    const next = event.defaultPrevented ? undefined : rowAfter(event, ids);
    if (next === undefined) return;
    event.preventDefault();
    flushSync(() => setFocused(next));
    focusRow(rows.current, next);
  };
  const isAllDrawn = ids.length <= ALL_DRAWN;
  return (
    // What is pressed are the rows in it.
    <div {...handlers} ref={rows} role="presentation" onFocus={handleFocus} onKeyDown={handleKey}>
      <div {...list} role="list">
        {isAllDrawn ? (
          ids.map((_, index) => row(index))
        ) : (
          <Virtualizer
            scrollRef={scroller}
            startMargin={above}
            bufferSize={400}
            itemSize={height}
            item={Place}
            keepMounted={[focused, held].flatMap((id) => (id ? indexIn(ids, id) : []))}
            data={ids}
          >
            {(_, index) => row(index)}
          </Virtualizer>
        )}
      </div>
    </div>
  );
}

type PlaceProps = { ref?: Ref<HTMLDivElement>; style: CSSProperties; children: ReactNode };

/** Shown at once: its height is known before it is measured, and what is hidden cannot have the focus. */
const Place = ({ ref, style, children }: PlaceProps) => (
  <div ref={ref} style={{ ...style, visibility: undefined }}>
    {children}
  </div>
);

const idOf = (target: EventTarget): string | null =>
  (target instanceof Element && target.closest<HTMLElement>("[data-row]")?.dataset["row"]) || null;

function indexIn(ids: readonly string[], id: string): number[] {
  const index = ids.indexOf(id);
  return index < 0 ? [] : [index];
}

function rowAfter(event: KeyboardEvent, ids: readonly string[]): string | undefined {
  const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
  const at = ids.indexOf(idOf(target) ?? "");
  if (at < 0 || altKey || ctrlKey || metaKey || shiftKey) return undefined;
  const next = placeAfter(key, at, { columns: 1, inColumns: ids.length, all: ids.length });
  return next === null ? undefined : ids[next];
}

function focusRow(list: HTMLElement | null, id: string): void {
  const part = list?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] button`);
  part?.scrollIntoView({ block: "nearest", inline: "nearest" });
  part?.focus({ preventScroll: true });
}
