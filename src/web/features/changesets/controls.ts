import { create } from "zustand";
import type { Way } from "./parts.ts";

/** A change that keys and menus are about. */
export type Change = {
  id: string;
  name: string;
  can: (way: Way) => boolean;
  decide: (way: Way) => void;
};

/** What keys and the palette do to the review that is on the screen. */
export type Controls = {
  step: (by: -1 | 1) => void;
  /** The one a person has come to. */
  current: () => Change | null;
  find: (id: string) => Change | null;
};

export const useControls = create<{ controls: Controls | null }>(() => ({ controls: null }));

export const controls = (): Controls | null => useControls.getState().controls;
