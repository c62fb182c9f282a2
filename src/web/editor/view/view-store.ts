import { create } from "zustand";

type View = {
  /** Everything but the block that is being written steps back. */
  isFocused: boolean;
  /** The bar of find and replace; `at` changes each time it is asked for. */
  find: { withReplace: boolean; at: number } | null;
};

/** How the text of a note is looked at on this device, now. */
export const useView = create<View>(() => ({
  isFocused: false,
  find: null,
}));

export const toggleFocus = (): void => useView.setState(({ isFocused }) => ({ isFocused: !isFocused }));

export const openFind = (withReplace: boolean): void =>
  useView.setState(({ find }) => ({ find: { withReplace, at: (find?.at ?? 0) + 1 } }));

export const closeFind = (): void => useView.setState({ find: null });
