import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import type { Analytics, AuthorRow, BreakdownRow } from "#contract/analytics.ts";
import type { WordOrigin } from "#contract/shared/word-origins.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { TabList, tabPanel } from "../../../ui/tab-list.tsx";
import { showBehind, type Behind } from "./behind.ts";
import { BarList, type BarRow } from "./bar-list.tsx";
import { CardWaits } from "./card-waits.tsx";
import { ChartCard } from "./chart-card.tsx";
import type { Period } from "./periods.ts";

const TABS = [
  { id: "folder", title: t("Folders") },
  { id: "tag", title: t("Tags") },
  { id: "project", title: t("Projects") },
  { id: "author", title: t("Authors") },
  { id: "origin", title: t("Origins") },
] as const;
type Tab = (typeof TABS)[number]["id"];
type Place = Exclude<Tab, "author" | "origin">;

const OUTSIDE: Record<Place, string> = {
  folder: t("No folder"),
  tag: t("No tags"),
  project: t("No project"),
};

export const ORIGIN_WORDS: Record<WordOrigin, string> = {
  typed: t("Typed"),
  paste: t("Pasted"),
  import: t("Imported"),
  api: t("From programs"),
  template: t("From templates"),
  restore: t("Restored"),
  ai: t("From models"),
};

/** Words added and removed in a period, by what their notes are in, by who wrote them and by how they came. */
export function Breakdowns({ period, origins }: { period: Period; origins: Analytics["origins"] }) {
  const [tab, setTab] = useState<Tab>("folder");
  const panel = useId();
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <TabList isTight label={t("Words by")} tabs={TABS} current={tab} panelId={panel} onChoose={setTab} />
      <div {...tabPanel(panel, tab)}>
        {tab === "origin" ? (
          <BreakdownCard tab={tab} rows={origins.map((row) => originRow(row, period))} />
        ) : tab === "author" ? (
          <ByAuthor period={period} />
        ) : (
          <ByPlace key={tab} by={tab} period={period} />
        )}
      </div>
    </div>
  );
}

function ByPlace({ by, period }: { by: Place; period: Period }) {
  const query = useQuery(api.insights.breakdown.queryOptions({ input: { ...period, by }, staleTime: 0 }));
  const { data } = query;
  if (!data) return <CardWaits title={TITLES[by]} query={query} rows={4} />;
  return <BreakdownCard tab={by} rows={data.rows.map((row) => placeRow(by, row, period))} />;
}

function ByAuthor({ period }: { period: Period }) {
  const query = useQuery(api.insights.authors.queryOptions({ input: period, staleTime: 0 }));
  const { data } = query;
  if (!data) return <CardWaits title={TITLES.author} query={query} rows={4} />;
  return (
    <BreakdownCard tab="author" rows={data.rows.map((row) => authorRow(row, period))}>
      <p className="text-sm text-muted">
        {data.rows.some(({ isUser }) => !isUser)
          ? t(
              "Others count with what they wrote in your notes. Words from models and imports are under Origins.",
            )
          : t("Who you share a note with stands here once they write in it.")}
      </p>
    </BreakdownCard>
  );
}

const TITLES: Record<Tab, string> = {
  folder: t("Words by folder"),
  tag: t("Words by tag"),
  project: t("Words by project"),
  author: t("Words by author"),
  origin: t("Words by origin"),
};

function BreakdownCard({ tab, rows, children }: { tab: Tab; rows: readonly BarRow[]; children?: ReactNode }) {
  const open = (key: string) => {
    const row = rows.find((one) => one.key === key);
    if (row) showBehind(row.behind);
  };
  return (
    <ChartCard isList title={TITLES[tab]} rows={rows} onOpen={({ key }) => open(key)}>
      <BarList rows={rows} />
      {children}
    </ChartCard>
  );
}

function placeRow(by: Place, { id, name, added, removed }: BreakdownRow, period: Period): BarRow {
  const label = id === null ? OUTSIDE[by] : name;
  const narrowed = {
    folder: { folderId: id ?? "none" },
    tag: { tag: id ?? "" },
    project: { projectId: id ?? "none" },
  }[by];
  const behind: Behind = { title: label, kind: "notes", asked: { ...period, ...narrowed } };
  return { key: id ?? "", label, value: added, removed, behind };
}

function authorRow({ authorId, name, isUser, added, removed }: AuthorRow, period: Period): BarRow {
  const label = isUser ? t("You") : name || t("Someone");
  const behind: Behind = { title: label, kind: "authored", asked: { ...period, authorId } };
  return { key: authorId, label, value: added, removed, behind };
}

function originRow({ origin, added, removed }: Analytics["origins"][number], period: Period): BarRow {
  const label = ORIGIN_WORDS[origin];
  return {
    key: origin,
    label,
    value: added,
    removed,
    behind: { title: label, kind: "notes", asked: { ...period, origin } },
  };
}
