import { t } from "../../lib/messages/t.ts";
import { failureWords } from "../../platform/rpc-errors.ts";
import { toast } from "../../ui/toast-store.ts";
import { refreshMetrics } from "./metric-changes.ts";

export type RefusedValue = { name: string; value: number };

/** A value that waited on this device has no other place: its words go to who wrote it. */
export function tellRefused({ name, value }: RefusedValue, error: unknown): boolean {
  const reason = failureWords(error, t("Couldn't save the value."));
  toast.error(`${reason}\n${name}: ${value}`);
  refreshMetrics();
  return true;
}
