import { useInfiniteQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import {
  Bell,
  Calendar,
  ChartColumn,
  ChartSpline,
  CircleAlert,
  FileText,
  Folder,
  FolderKanban,
  Image,
  LayoutDashboard,
  ListChecks,
  LockKeyhole,
  MessageSquare,
  Settings2,
  Sparkles,
} from "lucide-react";
import { useState } from "react";
import { VList } from "virtua";
import type { ImportItem } from "#contract/imports.ts";
import { api } from "../../platform/api.ts";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { remarkWords } from "./import-words.ts";
import { itemWords } from "./row-words.ts";
import { language } from "../../lib/messages/catalog.ts";
import { t } from "../../lib/messages/t.ts";

const ICONS = {
  note: FileText,
  folder: Folder,
  file: CircleAlert,
  tasks: ListChecks,
  completions: ListChecks,
  calendars: Calendar,
  chats: MessageSquare,
  chatMessages: MessageSquare,
  memories: MessageSquare,
  events: Calendar,
  answers: Calendar,
  reminders: Bell,
  threads: MessageSquare,
  comments: MessageSquare,
  templates: FileText,
  tagFences: LockKeyhole,
  assistantActions: Sparkles,
  metrics: ChartSpline,
  metricValues: ChartSpline,
  projects: FolderKanban,
  projectTasks: FolderKanban,
  projectEvents: FolderKanban,
  projectFiles: FolderKanban,
  projectTemplates: FolderKanban,
  noteSeo: FileText,
  layouts: LayoutDashboard,
  pictures: Image,
  words: ChartColumn,
  wordHours: ChartColumn,
  settings: Settings2,
};
const AHEAD = 50;
/** Heights in pixels: of a row, and of a row that says something of its item. */
const ROW = 36;
const TOLD_ROW = 53;

const heightOf = (items: readonly ImportItem[]) =>
  items.reduce((sum, item) => sum + (remarkWords(item) === "" ? ROW : TOLD_ROW), 2);

/** Everything of an import, or what there is to say of it, a page at a time. */
export function ImportItems({ importId, remarks }: { importId: string; remarks: number }) {
  const [only, setOnly] = useState<"all" | "remarks">("all");
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    api.imports.items.infiniteOptions({
      input: (after: number) => ({ importId, only, after }),
      initialPageParam: -1,
      getNextPageParam: (page) => page.nextAfter ?? undefined,
      staleTime: 0,
    }),
  );
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const tab = (value: typeof only, words: string) => (
    <button
      type="button"
      aria-pressed={only === value}
      onClick={() => setOnly(value)}
      className={clsx(
        "tap h-7 rounded-md px-2.5 text-sm",
        only === value ? "bg-accent-soft text-accent" : "text-muted hover:bg-hover hover:text-ink",
      )}
    >
      {words}
    </button>
  );
  return (
    <div className="flex min-h-0 flex-col gap-2 max-sm:flex-1">
      {remarks > 0 && (
        <div role="group" aria-label={t("Show")} className="flex gap-1">
          {tab("all", t("Everything"))}
          {tab("remarks", t("Notices ({remarks})", { remarks: remarks.toLocaleString(language) }))}
        </div>
      )}
      <div
        className="relative min-h-28 overflow-hidden rounded-md border border-line max-sm:flex-1"
        // As high as its rows until there is no room for them.
        style={{ flexBasis: heightOf(items) }}
        role="group"
        aria-label={t("Imported items")}
      >
        {!data ? (
          <SkeletonRows count={5} />
        ) : (
          <div className="absolute inset-0">
            <VList
              className="h-full"
              tabIndex={0}
              onScrollEnd={() => undefined}
              onScroll={(offset) => {
                const isNearEnd = offset > (items.length - AHEAD) * ROW;
                if (isNearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage();
              }}
            >
              {items.map((item) => (
                <ItemRow key={item.position} item={item} />
              ))}
            </VList>
          </div>
        )}
      </div>
    </div>
  );
}

const depthOf = (path: string) => Math.min(6, path.split("/").length - 1);

function ItemRow({ item }: { item: ImportItem }) {
  const Icon = item.outcome === "skipped" ? CircleAlert : ICONS[item.kind];
  const remark = remarkWords(item);
  const isBad = item.outcome === "skipped";
  return (
    <div
      className="flex min-h-9 items-start gap-2 border-b border-line px-3 py-1.5 text-sm"
      style={{ paddingInlineStart: `${0.75 + depthOf(item.path)}rem` }}
    >
      <Icon
        size={15}
        className={clsx("mt-0.5 shrink-0", isBad ? "text-warn" : "text-faint")}
        aria-hidden="true"
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate">{itemWords(item)}</span>
        {remark !== "" && <span className="block break-words text-muted">{remark}</span>}
      </span>
      <span className="shrink-0 text-xs text-muted">{OUTCOMES[item.outcome]}</span>
    </div>
  );
}

const OUTCOMES: Record<ImportItem["outcome"], string> = {
  planned: "",
  present: t("already there"),
  made: t("imported"),
  skipped: t("skipped"),
  undone: t("undone"),
  kept: t("kept"),
};
