import type { ApmOverview } from "#contract/apm.ts";
import { ago } from "../../../lib/dates.ts";
import { formatBytes } from "../../../lib/format-bytes.ts";
import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";

type Figure = { name: string; value: string; more?: string | undefined };

/** How it stands now. */
export function ServerFigures({ overview }: { overview: ApmOverview }) {
  return (
    <dl className="grid grid-cols-2 gap-2 sm:grid-cols-3">
      {figuresOf(overview).map(({ name, value, more }) => (
        <div key={name} className="flex min-w-0 flex-col rounded-md border border-line px-3 py-2.5">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="text-lg font-semibold tabular-nums">{value}</dd>
          {more && <dd className="text-xs text-muted tabular-nums">{more}</dd>}
        </div>
      ))}
    </dl>
  );
}

function figuresOf({ nodes, now, disk, backup }: ApmOverview): Figure[] {
  const figures: Figure[] = [{ name: t("Server processes"), value: String(nodes) }];
  if (now) {
    const { queue, pool, longestJob } = now;
    figures.push(
      {
        name: t("Jobs due"),
        value: String(queue.due),
        more: t("{waiting} waiting, oldest {seconds} s late", {
          waiting: queue.waiting,
          seconds: Math.round(queue.lagSeconds),
        }),
      },
      ...(longestJob
        ? [{ name: t("Longest job"), value: ranFor(longestJob.seconds), more: longestJob.name }]
        : []),
      {
        name: t("Database connections"),
        value: String(pool.open),
        more: t("{idle} idle, {waiting} waiting for one", { idle: pool.idle, waiting: pool.waiting }),
      },
      {
        name: t("Sockets"),
        value: String(now.sockets),
        more: plural(now.openNotes, { one: "{count} open note", other: "{count} open notes" }),
      },
    );
  }
  if (disk)
    figures.push({
      name: t("Disk"),
      value: t("{percent} %", { percent: Math.round((100 * disk.used) / disk.total) }),
      more: diskWords(disk),
    });
  return [...figures, backupFigure(backup)];
}

const ranFor = (seconds: number): string =>
  seconds < 60
    ? t("{count} s", { count: Math.round(seconds) })
    : plural(Math.round(seconds / 60), { one: "{count} minute", other: "{count} minutes" });

function diskWords({ used, total, daysLeft }: NonNullable<ApmOverview["disk"]>): string {
  const free = formatBytes(total - used);
  if (daysLeft === null || daysLeft > 730) return t("{free} free", { free });
  return plural(
    Math.max(1, Math.round(daysLeft)),
    { one: "{free} free, full in about {count} day", other: "{free} free, full in about {count} days" },
    { free },
  );
}

function backupFigure({ isOn, newestAt, hasFailed }: ApmOverview["backup"]): Figure {
  return {
    name: t("Newest backup"),
    value: newestAt ? ago(newestAt) : t("None"),
    more: hasFailed ? t("The last try failed") : isOn ? undefined : t("Nightly backups are off"),
  };
}
