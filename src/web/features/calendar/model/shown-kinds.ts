import { create } from "zustand";
import { PRODUCT } from "../../../lib/product.ts";
import { local } from "../../../platform/local.ts";

/** What stands among the events if one likes, on this device. */
export type Kind = "tasks" | "reminders";
type ShownKinds = Record<Kind, boolean>;

const keyOf = (kind: Kind) => `${PRODUCT.toLowerCase()}-calendar-${kind}`;
const isKept = (kind: Kind) => local.get(keyOf(kind)) !== "hidden";

export const useShownKinds = create<ShownKinds>(() => ({
  tasks: isKept("tasks"),
  reminders: isKept("reminders"),
}));

export function showKind(kind: Kind, isShown: boolean): void {
  local.set(keyOf(kind), isShown ? "shown" : "hidden");
  useShownKinds.setState({ [kind]: isShown });
}
