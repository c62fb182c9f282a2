import { useEffect, type RefObject } from "react";

/** Paper is white: an element is printed in the light mode, whatever the screen has. */
export function useLightPrint(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = () => element.current?.setAttribute("data-theme", "light");
    const after = () => element.current?.removeAttribute("data-theme");
    addEventListener("beforeprint", before);
    addEventListener("afterprint", after);
    return () => {
      removeEventListener("beforeprint", before);
      removeEventListener("afterprint", after);
    };
  }, [element]);
}
