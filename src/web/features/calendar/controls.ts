import { create } from "zustand";
import type { CalendarView } from "./model/periods.ts";

/** What keys and the palette do to the calendar that is on the screen. */
type Controls = {
  show: (view: CalendarView) => void;
  step: (by: -1 | 1) => void;
  goToday: () => void;
  add: () => void;
};

export const useControls = create<{ controls: Controls | null }>(() => ({ controls: null }));
