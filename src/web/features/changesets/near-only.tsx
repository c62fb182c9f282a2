import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";

/** As far beyond the edges of the window as somebody scrolls within the blink of an eye. */
const MARGIN = "800px";

type NearOnlyProps = {
  /** About how high it will be, in pixels, until it was drawn once. */
  estimate: number;
  children: ReactNode;
};

/** Draws what is in sight or nearly, and keeps the room of the rest: of ten thousand changes only some can be read at once. */
export function NearOnly({ estimate, children }: NearOnlyProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  const [height, setHeight] = useState(estimate);
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => setIsNear(entry?.isIntersecting ?? false), {
      rootMargin: MARGIN,
      // The page scrolls within its frame, which cuts off what a margin of the window would see.
      scrollMargin: MARGIN,
    });
    watch.observe(place.current!);
    return () => watch.disconnect();
  }, []);
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    // Code that draws it may be on its way.
    const watch = new ResizeObserver(() => {
      const { offsetHeight } = element;
      setIsDrawn(offsetHeight > 0);
      if (offsetHeight > 0) setHeight(offsetHeight);
    });
    watch.observe(element);
    return () => {
      setIsDrawn(false);
      watch.disconnect();
    };
  }, []);
  return (
    <div ref={place} style={isDrawn ? undefined : { minHeight: height }}>
      {isNear && <div ref={measure}>{children}</div>}
    </div>
  );
}
