import { create } from "zustand";
import type { SelectedText } from "./action.ts";
import type { Subject } from "./subject.ts";

type PaletteOpening = {
  mode: "command" | "selection";
  /** What the palette's actions are about: as it was when it was opened, since the palette takes the focus. */
  subject: Subject | null;
  selection: SelectedText | null;
  /** What had the focus, and gets it back. */
  opener: HTMLElement | null;
  /** Puts the page's selection back when the palette closes. */
  restore: (() => void) | null;
};

type PaletteStore = {
  palette: PaletteOpening | null;
  /** What was typed before the palette's code had come. */
  typed: string;
  /** Enter was pressed after it. */
  isEntered: boolean;
  isMapOpen: boolean;
};

/** What lies over the page by a key: the palette, hidden or in one of its two modes, and the keyboard map. */
export const usePalette = create<PaletteStore>(() => ({
  palette: null,
  typed: "",
  isEntered: false,
  isMapOpen: false,
}));
