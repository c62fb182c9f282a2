import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { Virtualizer } from "virtua";

const ROW_PX = 36;

type InSightProps = {
  label: string;
  /** How high one of them is about. */
  itemPx?: number;
  children: ReactNode[];
};

/** Many rows, of which those in sight are drawn, in whatever scrolls them. */
export function InSight({ label, itemPx = ROW_PX, children }: InSightProps) {
  const place = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLElement>(null);
  const [margin, setMargin] = useState<number | null>(null);
  useLayoutEffect(() => {
    const list = place.current;
    if (!list) return;
    scroller.current = scrollerOf(list);
    const { top } = scroller.current.getBoundingClientRect();
    setMargin(list.getBoundingClientRect().top - top + scroller.current.scrollTop);
  }, []);
  return (
    <div ref={place} role="list" aria-label={label} style={{ minHeight: itemPx }}>
      {margin !== null && (
        <Virtualizer scrollRef={scroller} startMargin={margin} bufferSize={400} itemSize={itemPx}>
          {children}
        </Virtualizer>
      )}
    </div>
  );
}

function scrollerOf(element: HTMLElement): HTMLElement {
  for (let at = element.parentElement; at; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return document.documentElement;
}
