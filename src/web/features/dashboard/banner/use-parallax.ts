import { type RefObject, useEffect, useRef } from "react";

/** Of what the page scrolls, the picture stays behind by so much. */
const SLOWER = 0.35;

/** Lets what it is given to go slower than the page that scrolls around `box`. */
export function useParallax(
  box: RefObject<HTMLElement | null>,
  isOn: boolean,
): RefObject<HTMLDivElement | null> {
  const moved = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOn) return;
    let last: HTMLElement | null = null;
    const follow = ({ target }: Event) => {
      const scroller = target instanceof Document ? target.scrollingElement : (target as Element);
      if (!scroller || !moved.current || !box.current || !scroller.contains(box.current)) return;
      last = moved.current;
      last.style.transform = `translateY(${Math.round(scroller.scrollTop * SLOWER)}px)`;
    };
    document.addEventListener("scroll", follow, { capture: true, passive: true });
    return () => {
      document.removeEventListener("scroll", follow, { capture: true });
      last?.style.removeProperty("transform");
    };
  }, [box, isOn]);
  return moved;
}
