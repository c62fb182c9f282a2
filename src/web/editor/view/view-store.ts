import { create } from "zustand";
import { local } from "../../platform/local.ts";

/** Says something of the screen: whether there is room for it. */
const OUTLINE = "cairn-outline";

type View = {
  /** Beside the text; kept on this device. */
  isOutlineOpen: boolean;
  /** Over the text, where there is no room beside it. */
  isOutlineSheetOpen: boolean;
  /** Everything but the block that is being written steps back. */
  isFocused: boolean;
  /** The bar of find and replace; `at` changes each time it is asked for. */
  find: { withReplace: boolean; at: number } | null;
};

/** How the text of a note is looked at on this device, now. */
export const useView = create<View>(() => ({
  isOutlineOpen: local.get(OUTLINE) === "open",
  isOutlineSheetOpen: false,
  isFocused: false,
  find: null,
}));

/** The narrowest page on which outline and text stand side by side. */
const BESIDE_FROM = 760;

export const hasRoomBeside = (): boolean =>
  (document.querySelector("[data-note-sheet='']")?.clientWidth ?? innerWidth) >= BESIDE_FROM;

export function toggleOutline(): void {
  if (!hasRoomBeside())
    return useView.setState(({ isOutlineSheetOpen }) => ({ isOutlineSheetOpen: !isOutlineSheetOpen }));
  const isOutlineOpen = !useView.getState().isOutlineOpen;
  if (isOutlineOpen) local.set(OUTLINE, "open");
  else local.remove(OUTLINE);
  useView.setState({ isOutlineOpen });
}

export const toggleFocus = (): void => useView.setState(({ isFocused }) => ({ isFocused: !isFocused }));

export const openFind = (withReplace: boolean): void =>
  useView.setState(({ find }) => ({ find: { withReplace, at: (find?.at ?? 0) + 1 } }));

export const closeFind = (): void => useView.setState({ find: null });
