import { create } from "zustand";
import type { Action } from "./action.ts";

/** All actions of the app, composed by the routes. */
export const useActions = create<{ actions: Action[] }>(() => ({ actions: [] }));
