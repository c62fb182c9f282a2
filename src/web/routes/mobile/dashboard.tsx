import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ArrowRight, Search } from "lucide-react";
import { EmptyNotes } from "../../features/notes/empty-notes.tsx";
import { LoadFailed } from "../../features/notes/load-failed.tsx";
import { noteListOptions } from "../../features/notes/list/note-list-options.ts";
import { SwipeRow } from "../../features/notes/list/swipe-row.tsx";
import { useCreateNote } from "../../features/notes/use-create-note.ts";
import { useUnreadCount } from "../../kernel/workspace/frame.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { useUser } from "../../platform/session.ts";
import { Button } from "../../ui/button.tsx";
import { CairnMark } from "../../ui/cairn-mark.tsx";
import { PullToRefresh } from "../../ui/pull-to-refresh.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { deferred } from "../../ui/deferred.tsx";
import { useLogVisit } from "../../app/shell/log-visit.ts";
import { refreshSoon } from "../../features/notes/refresh-soon.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

const SHOWN = 8;

const RecentActivity = deferred(
  async () => (await import("../../app/shell/deferred-chrome.ts")).RecentActivity,
);

export function MobileDashboard() {
  const user = useUser();
  const unread = useUnreadCount();
  const heading = usePageTitle(t("Dashboard"));
  const { create, isCreating } = useCreateNote();
  useLogVisit();
  return (
    <PullToRefresh onRefresh={refreshSoon}>
      <div className="mobile-scroller h-full pt-[env(safe-area-inset-top)]">
        <div className="mx-auto max-w-2xl px-2 pb-10">
          <div className="flex items-center justify-between px-3 pt-3">
            <CairnMark size={26} />
            <Link
              to="/mobile/settings"
              search={{ tab: "profile" }}
              aria-label={t("Profile: {name}", { name: user?.name ?? "" })}
              className="tap grid size-11 place-items-center rounded-full"
            >
              <img src={user?.avatar} alt="" className="size-8 rounded-full object-cover" />
            </Link>
          </div>
          <h1
            ref={heading}
            tabIndex={-1}
            className="px-3 pt-4 text-2xl font-semibold tracking-tight wrap-anywhere text-balance"
          >
            {user?.welcomeMessage}, {user?.name}
          </h1>
          <div className="mt-5 flex flex-wrap gap-2 px-3">
            <Link
              to="/mobile/search"
              className="tap flex h-11 min-w-40 flex-1 items-center gap-2.5 rounded-md border border-line-strong px-3 text-base text-muted"
            >
              <Search size={16} aria-hidden="true" /> {t("Search notes")}
            </Link>
            <Button look="primary" className="h-11" isBusy={isCreating} onClick={() => void create()}>
              {t("New Note")}
            </Button>
          </div>
          {unread > 0 && (
            <Link
              to="/mobile/notifications"
              className="tap mx-3 mt-3 flex min-h-11 items-center justify-between gap-3 rounded-md bg-accent-soft px-3 text-base text-accent"
            >
              {plural(unread, { one: "{count} unread notification", other: "{count} unread notifications" })}
              <ArrowRight size={16} aria-hidden="true" />
            </Link>
          )}
          <Recent onCreate={() => void create()} />
          <RecentActivity />
        </div>
      </div>
    </PullToRefresh>
  );
}

function Recent({ onCreate }: { onCreate: () => void }) {
  const { data, error, isPending, refetch } = useInfiniteQuery(noteListOptions({ trashed: false }));
  const notes = data?.pages[0]?.notes ?? [];
  return (
    <section aria-labelledby="recent" className="mt-6">
      <div className="flex items-center justify-between gap-3 px-3">
        <h2 id="recent" className="text-sm font-medium text-muted">
          {t("Recent notes")}
        </h2>
        {notes.length > 0 && (
          <Link to="/mobile/notes" className="tap flex items-center gap-1 rounded-md text-sm text-accent">
            {t("View All Notes")} <ArrowRight size={14} aria-hidden="true" />
          </Link>
        )}
      </div>
      {isPending ? (
        <SkeletonRows count={5} />
      ) : error && !data ? (
        <LoadFailed onRetry={() => void refetch()} />
      ) : notes.length === 0 ? (
        <EmptyNotes view="all" isFiltered={false} isFolder={false} onCreate={onCreate} />
      ) : (
        <ul className="flex flex-col gap-0.5">
          {notes.slice(0, SHOWN).map((note) => (
            <li key={note.id}>
              <SwipeRow note={note} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
