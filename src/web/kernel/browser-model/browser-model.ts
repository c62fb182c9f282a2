import { create } from "zustand";
import { local } from "../../platform/local.ts";
import type { Availability } from "./language-model.ts";

export const CHOSEN = "cairn-browser-model";

type State = {
  /** Null until the browser has said. */
  availability: Availability | null;
  /** Its person wants it to be used on this device. */
  isChosen: boolean;
  /** Of the model that the browser gets, from 0 to 1. */
  progress: number | null;
  fault: string | null;
};

/** The model that this browser has, on this device alone. */
export const useBrowserModel = create<State>(() => ({
  availability: "LanguageModel" in globalThis ? null : "unavailable",
  isChosen: local.get(CHOSEN) === "yes",
  progress: null,
  fault: null,
}));

/** It is there, or can be got. */
export const canBeChosen = ({ availability: known }: State): boolean =>
  known !== null && known !== "unavailable";
/** What was chosen for this device, where there is one. */
export const isInUse = (state: State): boolean => state.isChosen && canBeChosen(state);

/** Before the browser was asked, too. */
export const mayBeInUse = ({ isChosen, availability }: State): boolean =>
  isChosen && availability !== "unavailable";
