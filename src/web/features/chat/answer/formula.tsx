import { useEffect, useRef } from "react";

/** A formula; as it was written until what draws it is there, and where it can't be drawn. */
export function Formula({ source, isLarge = false }: { source: string; isLarge?: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let isCurrent = true;
    void import("../../../editor/nodes/render-math.ts").then(
      ({ renderMath }) => {
        if (isCurrent && place.current) renderMath(place.current, source, isLarge);
      },
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [source, isLarge]);
  return (
    <span ref={place} className={isLarge ? "block overflow-x-auto" : undefined}>
      {source}
    </span>
  );
}
