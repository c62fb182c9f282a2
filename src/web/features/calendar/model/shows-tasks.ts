import { create } from "zustand";
import { PRODUCT } from "../../../lib/product.ts";
import { local } from "../../../platform/local.ts";

const KEY = `${PRODUCT.toLowerCase()}-calendar-tasks`;

/** Whether tasks stand among the events, on this device. */
export const useShowsTasks = create<{ isShown: boolean }>(() => ({ isShown: local.get(KEY) !== "hidden" }));

export function showTasks(isShown: boolean): void {
  local.set(KEY, isShown ? "shown" : "hidden");
  useShowsTasks.setState({ isShown });
}
