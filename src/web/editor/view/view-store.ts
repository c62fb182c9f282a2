import { create } from "zustand";
import { local } from "../../platform/local.ts";

const ORIGINS = "cairn-origins";

type View = {
  /** Everything but the block that is being written steps back. */
  isFocused: boolean;
  /** Text is tinted by how it came about; remembered on the device. */
  hasOrigins: boolean;
  /** The bar of find and replace; `at` changes each time it is asked for. */
  find: { withReplace: boolean; at: number } | null;
};

/** How the text of a note is looked at on this device, now. */
export const useView = create<View>(() => ({
  isFocused: false,
  hasOrigins: local.get(ORIGINS) === "1",
  find: null,
}));

export const toggleFocus = (): void => useView.setState(({ isFocused }) => ({ isFocused: !isFocused }));

export function toggleOrigins(): void {
  const hasOrigins = !useView.getState().hasOrigins;
  if (hasOrigins) local.set(ORIGINS, "1");
  else local.remove(ORIGINS);
  useView.setState({ hasOrigins });
}

export const openFind = (withReplace: boolean): void =>
  useView.setState(({ find }) => ({ find: { withReplace, at: (find?.at ?? 0) + 1 } }));

export const closeFind = (): void => useView.setState({ find: null });
