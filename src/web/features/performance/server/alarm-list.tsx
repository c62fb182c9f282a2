import type { Alarm, AlarmRule } from "#contract/apm.ts";
import { ago, inFull } from "../../../lib/dates.ts";
import { t } from "../../../lib/messages/t.ts";
import { Section } from "./section.tsx";

const RULES: Record<AlarmRule, (subject: string) => string> = {
  "slow-operation": (name) => t("{name} is slow", { name }),
  "failing-operation": (name) => t("{name} fails", { name }),
  "queue-lag": () => t("Background jobs are late"),
  "job-hangs": (name) => t("The job {name} hangs", { name }),
  "disk-full": () => t("The disk is nearly full"),
  backup: () => t("The backup failed or is too old"),
  "event-loop": () => t("The server is overloaded"),
};

/** What is wrong, then what was. */
export function AlarmList({ alarms }: { alarms: readonly Alarm[] }) {
  return (
    <Section title={t("Alarms")} empty={alarms.length === 0 && t("Nothing has been wrong so far.")}>
      <ul className="max-h-80 divide-y divide-line overflow-y-auto text-sm">
        {alarms.map(({ id, rule, subject, openedAt, closedAt }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 gap-y-1 px-3 py-2">
            <span className="min-w-0 break-words">
              <span className={closedAt ? "text-muted" : "font-medium text-danger"}>
                {closedAt ? t("Over") : t("Open")}
              </span>{" "}
              {RULES[rule](subject)}
            </span>
            <time dateTime={openedAt} title={inFull(openedAt)} className="text-muted">
              {ago(openedAt)}
            </time>
          </li>
        ))}
      </ul>
    </Section>
  );
}
