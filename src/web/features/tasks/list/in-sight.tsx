import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { Virtualizer } from "virtua";

const NONE: number[] = [];

type InSightProps = {
  label: string;
  /** How high each of them is, where that is known. */
  itemPx?: number;
  /** Which of them is drawn wherever it is, because it has the keys. */
  keptAt?: number;
  children: ReactNode[];
};

/** Many rows, of which those in sight are drawn, in whatever scrolls them. */
export function InSight({ label, itemPx, keptAt = -1, children }: InSightProps) {
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
    <div ref={place} role="list" aria-label={label}>
      {margin !== null && (
        <Virtualizer
          scrollRef={scroller}
          startMargin={margin}
          bufferSize={400}
          {...(itemPx !== undefined && { itemSize: itemPx })}
          keepMounted={keptAt < 0 ? NONE : [keptAt]}
        >
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
