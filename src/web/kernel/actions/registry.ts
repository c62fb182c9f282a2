import { create } from "zustand";
import type { Action } from "./action.ts";

/** All actions of the app, composed by the routes; complete once those have come whose code is fetched later. */
export const useActions = create<{ actions: Action[]; areComplete: boolean }>(() => ({
  actions: [],
  areComplete: false,
}));
