import { useEffect } from "react";

/** While a bar with what can be done with the selected lies at the foot of the page, messages stand above it (styles.css). */
export function useBottomBar(isShown = true): void {
  useEffect(() => {
    if (!isShown) return;
    document.documentElement.toggleAttribute("data-bottom-bar", true);
    return () => void document.documentElement.toggleAttribute("data-bottom-bar", false);
  }, [isShown]);
}
