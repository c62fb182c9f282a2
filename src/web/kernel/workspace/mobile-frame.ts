import { create } from "zustand";

/** A change of the viewport's height that only an on-screen keyboard makes, in CSS pixels. */
const KEYBOARD_MIN = 120;

type MobileFrame = {
  /** The keyboard covers the foot of the page. */
  isKeyboardOpen: boolean;
  /** Text of a note is being written: its tools take the place of the bottom bar. */
  isWriting: boolean;
};

export const useMobileFrame = create<MobileFrame>(() => ({ isKeyboardOpen: false, isWriting: false }));

/** Tells the style sheet how much of the page the keyboard covers, until the returned function is called. */
export function followKeyboard(): () => void {
  const viewport = window.visualViewport;
  if (!viewport) return () => undefined;
  const root = document.documentElement;
  const look = () => {
    // Zoomed in by two fingers, the visible part is smaller as well, and nothing covers the page.
    const isZoomed = viewport.scale > 1.01;
    const covered = isZoomed ? 0 : Math.max(0, innerHeight - viewport.height - viewport.offsetTop);
    const isKeyboardOpen = covered > KEYBOARD_MIN;
    root.style.setProperty("--keyboard", isKeyboardOpen ? `${Math.round(covered)}px` : "0px");
    root.style.setProperty("--viewport-top", isZoomed ? "0px" : `${Math.round(viewport.offsetTop)}px`);
    if (useMobileFrame.getState().isKeyboardOpen !== isKeyboardOpen)
      useMobileFrame.setState({ isKeyboardOpen });
  };
  look();
  viewport.addEventListener("resize", look);
  viewport.addEventListener("scroll", look);
  return () => {
    viewport.removeEventListener("resize", look);
    viewport.removeEventListener("scroll", look);
    root.style.removeProperty("--keyboard");
    root.style.removeProperty("--viewport-top");
    useMobileFrame.setState({ isKeyboardOpen: false });
  };
}
