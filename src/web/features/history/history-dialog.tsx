import { useInfiniteQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ArrowLeft, Bookmark, RotateCcw } from "lucide-react";
import { useState } from "react";
import type { NoteVersion } from "#contract/note-versions.ts";
import { api } from "../../platform/api.ts";
import { inFull } from "../../lib/dates.ts";
import { RetryMark } from "../../kernel/retry-mark.tsx";
import { isUnreachable } from "../../platform/rpc-errors.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { nameVersion, restoreVersion, versionMark } from "./history-mutations.ts";
import { HistoryFailed } from "./history-failed.tsx";
import { VersionList } from "./version-list.tsx";
import { KeepForm, VersionView, type ViewMode } from "./version-view.tsx";
import { t } from "../../lib/messages/t.ts";

const PAGE_SIZE = 50;

function useVersions(noteId: string) {
  return useInfiniteQuery(
    api.notes.versions.infiniteOptions({
      input: (before: number | undefined) => ({ noteId, before, limit: PAGE_SIZE }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: (page) => page.nextBefore ?? undefined,
      staleTime: 0,
      // An old list would say of a version that it is the current one.
      persister: undefined,
      retry: 1,
    }),
  );
}

type HistoryDialogProps = {
  noteId: string;
  title: string;
  /** The version that is looked at; null for the newest, on a phone for the list. */
  chosen: number | null;
  onChoose: (seq: number | null) => void;
  onClose: () => void;
};

/** The versions of a note: what each said, what it changed, and the way back to it. */
export function HistoryDialog({ noteId, title, chosen, onChoose, onClose }: HistoryDialogProps) {
  const versionsQuery = useVersions(noteId);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError } = versionsQuery;
  const [mode, setMode] = useState<ViewMode>("changes");
  const versions = data?.pages.flatMap((page) => page.versions) ?? [];
  const index = Math.max(
    0,
    versions.findIndex(({ seq }) => seq === chosen),
  );
  const version = versions[index];
  const choose = (seq: number) => {
    onChoose(seq);
    if (seq === versions[0]?.seq && mode === "now") setMode("changes");
  };
  return (
    <Dialog title={t("History of {title}", { title })} isOpen size="large" onClose={onClose}>
      {error && !data ? (
        <HistoryFailed error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows />
      ) : !version ? (
        <p className="py-16 text-center text-sm text-muted">
          {t("This note is still empty. Versions appear here as you write.")}
        </p>
      ) : (
        <div className="flex h-full gap-5">
          <aside
            className={clsx(
              "w-full shrink-0 overflow-y-auto sm:block sm:w-64 sm:border-r sm:border-line sm:pr-3",
              chosen !== null && "hidden",
            )}
          >
            {error && !isFetchNextPageError && (
              <p role="alert" className="mb-3 rounded-md bg-warn-soft px-2 py-1.5 text-xs">
                {isUnreachable(error)
                  ? t("You're offline. There may be newer versions than these.")
                  : t("Couldn't load the newest versions.")}{" "}
                <button type="button" className="tap underline" onClick={() => void refetch()}>
                  {t("Try again")}
                </button>
              </p>
            )}
            <VersionList
              noteId={noteId}
              versions={versions}
              selected={version.seq}
              onSelect={choose}
              hasMore={hasNextPage}
              isLoadingMore={isFetchingNextPage}
              hasFailedMore={isFetchNextPageError && !isFetchingNextPage}
              onMore={() => void versionsQuery.fetchNextPage()}
            />
            <p className="px-2 py-4 text-xs text-muted">
              {t(
                "We keep every version for a day, hourly for a week, then daily. Named versions are kept forever.",
              )}
            </p>
          </aside>
          <div className={clsx("min-w-0 flex-1 flex-col sm:flex", chosen === null ? "hidden" : "flex")}>
            <VersionHead
              key={version.seq}
              noteId={noteId}
              version={version}
              onBack={() => onChoose(null)}
              onRestored={onClose}
            />
            <VersionView
              noteId={noteId}
              version={version}
              previous={versions[index + 1]?.seq ?? 0}
              now={versions[0]!.seq}
              mode={mode}
              onMode={setMode}
            />
          </div>
        </div>
      )}
    </Dialog>
  );
}

type VersionHeadProps = {
  noteId: string;
  version: NoteVersion;
  /** On a phone, where the list and a version are two screens. */
  onBack: () => void;
  onRestored: () => void;
};

function VersionHead({ noteId, version, onBack, onRestored }: VersionHeadProps) {
  const [isNaming, setIsNaming] = useState(false);
  const [isRestoring, setIsRestoring] = useState(false);
  const restore = async () => {
    setIsRestoring(true);
    const isDone = await restoreVersion(noteId, version.seq);
    setIsRestoring(false);
    if (isDone) onRestored();
  };
  const keep = async (name: string | null) => {
    if (await nameVersion(noteId, version.seq, name)) setIsNaming(false);
  };
  return (
    <div className="flex flex-wrap items-center gap-2 pb-2">
      <Button look="quiet" className="-ml-2 sm:hidden" onClick={onBack}>
        <ArrowLeft size={15} /> {t("All versions")}
      </Button>
      <h3 className="min-w-0 flex-1 truncate text-sm font-medium max-sm:w-full max-sm:flex-none">
        {version.name ?? inFull(version.endedAt)}
      </h3>
      {/* On a phone the list with its rows is another screen. */}
      <span className="sm:hidden">
        <RetryMark id={versionMark(noteId, version.seq)} />
      </span>
      {isNaming ? (
        <KeepForm version={version} onKeep={(name) => void keep(name)} onCancel={() => setIsNaming(false)} />
      ) : (
        <>
          <Button onClick={() => setIsNaming(true)}>
            <Bookmark size={15} /> {version.name ? t("Rename") : t("Keep this version")}
          </Button>
          {!version.isCurrent && (
            <Button look="primary" isBusy={isRestoring} onClick={() => void restore()}>
              <RotateCcw size={15} /> {t("Restore")}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
