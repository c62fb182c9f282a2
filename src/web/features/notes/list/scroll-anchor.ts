/**
 * Whether somebody is at a list right now: scrolls it, presses on it, drags out of it. A row that moved meanwhile would be
 * another one than was aimed at.
 */
export function createHold() {
  let onRelease: () => void = () => undefined;
  let isScrolled = false;
  let press: AbortController | null = null;
  const rests = () => {
    if (!isScrolled) return;
    isScrolled = false;
    if (!press) onRelease();
  };
  const release = () => {
    press?.abort();
    press = null;
    if (!isScrolled) onRelease();
  };
  const take = () => {
    press?.abort();
    press = new AbortController();
    const { signal } = press;
    // A finger that scrolls and a mouse that drags both have their pointer cancelled; these come at the end of all.
    for (const end of ["pointerup", "touchend", "touchcancel", "dragend"])
      addEventListener(end, release, { signal });
    // The bars for scrolling, and what was let go outside of the window, tell no end.
    addEventListener(
      "pointermove",
      ({ buttons, pointerType }) => pointerType === "mouse" && buttons === 0 && release(),
      { signal },
    );
  };
  return {
    isHeld: () => isScrolled || press !== null,
    scrolls: () => void (isScrolled = true),
    rests,
    /** Follows the presses on an element, and tells when it is held no more; the answer ends that. */
    watch: (element: HTMLElement | null, tell: () => void) => {
      onRelease = tell;
      element?.addEventListener("pointerdown", take);
      return () => {
        element?.removeEventListener("pointerdown", take);
        press?.abort();
      };
    },
  };
}
