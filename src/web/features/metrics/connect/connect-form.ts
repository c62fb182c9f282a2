import { LEAST_MINUTES } from "#contract/shared/metric-choices.ts";
import type { Metric } from "#contract/metrics.ts";
import { t } from "../../../lib/messages/t.ts";

/** What is typed in the dialog, on whatever tab. */
export type ConnectForm = {
  name: string;
  value: string;
  unit: string;
  /** Of a datetime-local field; empty: now. */
  at: string;
  address: string;
  reads: NonNullable<Metric["source"]>["reads"];
  path: string;
  everyMinutes: string;
};

export const READS: Record<ConnectForm["reads"], string> = {
  json: t("A number in JSON"),
  items: t("How many entries a feed has"),
  newest: t("The number in a feed's newest title"),
};

export const PACES: readonly { minutes: number; words: string }[] = [
  { minutes: LEAST_MINUTES, words: t("Every 15 minutes") },
  { minutes: 60, words: t("Every hour") },
  { minutes: 360, words: t("Every 6 hours") },
  { minutes: 1_440, words: t("Every day") },
];

export function formOf(metric: Metric | undefined, cardName: string): ConnectForm {
  const source = metric?.source;
  return {
    name: metric?.name ?? cardName,
    value: "",
    unit: metric?.unit ?? "",
    at: "",
    address: source?.address ?? "",
    reads: source?.reads ?? "json",
    path: source?.path ?? "",
    everyMinutes: String(source?.everyMinutes ?? 60),
  };
}

export type TabProps = {
  form: ConnectForm;
  onForm: (change: Partial<ConnectForm>) => void;
  metric: Metric | undefined;
  /** The card shows this from now on; the dialog closes. */
  onDone: (connected: { metricId: string } | { metricName: string }) => void;
};
