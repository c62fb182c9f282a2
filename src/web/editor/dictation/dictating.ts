import { create } from "zustand";

export type Dictating = {
  /**
   * - `finishing`: the microphone is let go, and the last words are written down
   * - `failed`: they could not be, and are kept
   * - `left`: they are written down, and the note isn't there to take them
   */
  state: "off" | "opening" | "listening" | "hearing" | "writing" | "finishing" | "failed" | "left";
  /** What is heard so far, from ears that tell it; what no note took. */
  meanwhile: string;
  fault: string | null;
  /** What failed is kept, to be tried again. */
  isKept: boolean;
  /** A meeting is written down as it is said, without commands. */
  isMeeting: boolean;
};

export const NOT_DICTATING: Dictating = {
  state: "off",
  meanwhile: "",
  fault: null,
  isKept: false,
  isMeeting: false,
};

/** The dictation into a note, one on this page. */
export const useDictating = create<Dictating>(() => NOT_DICTATING);
