import { create } from "zustand";

export type Dictating = {
  state: "off" | "opening" | "listening" | "hearing" | "writing";
  /** What is heard so far, from ears that tell it. */
  meanwhile: string;
  fault: string | null;
  /** A meeting is written down as it is said, without commands. */
  isMeeting: boolean;
};

/** The dictation into a note, one on this page. */
export const useDictating = create<Dictating>(() => ({
  state: "off",
  meanwhile: "",
  fault: null,
  isMeeting: false,
}));
