import { clsx } from "clsx";
import { Bookmark } from "lucide-react";
import type { NoteVersion } from "#contract/note-versions.ts";
import { inFull } from "../../lib/dates.ts";
import { RetryMark } from "../../kernel/retry-mark.tsx";
import { useUser } from "../../platform/session.ts";
import { Button } from "../../ui/button.tsx";
import { versionMark } from "./history-mutations.ts";
import { authorWords, byDay, changedWords, kindWords, timeWords } from "./version-words.ts";
import { t } from "../../lib/messages/t.ts";

type VersionListProps = {
  noteId: string;
  versions: NoteVersion[];
  selected: number | null;
  onSelect: (seq: number) => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  hasFailedMore: boolean;
  onMore: () => void;
};

/** The versions of a note by day, newest first. */
export function VersionList({
  noteId,
  versions,
  selected,
  onSelect,
  hasMore,
  isLoadingMore,
  hasFailedMore,
  onMore,
}: VersionListProps) {
  return (
    <nav aria-label={t("Versions")} className="flex flex-col gap-4">
      {byDay(versions).map((day) => (
        <section key={day.day}>
          <h3 className="px-2 pb-1 text-xs font-semibold text-muted">{day.day}</h3>
          <ul className="flex flex-col gap-0.5">
            {day.versions.map((version) => (
              <li key={version.seq} className="flex items-center">
                <VersionRow
                  version={version}
                  isSelected={version.seq === selected}
                  onSelect={() => onSelect(version.seq)}
                />
                <RetryMark id={versionMark(noteId, version.seq)} isCompact />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {hasFailedMore && (
        <p role="alert" className="px-2 text-center text-xs text-danger">
          {t("Couldn't load older versions.")}
        </p>
      )}
      {hasMore && (
        <Button isBusy={isLoadingMore} onClick={onMore} className="self-center">
          {hasFailedMore ? t("Try again") : t("Show older versions")}
        </Button>
      )}
    </nav>
  );
}

type VersionRowProps = { version: NoteVersion; isSelected: boolean; onSelect: () => void };

function VersionRow({ version, isSelected, onSelect }: VersionRowProps) {
  const user = useUser();
  const words = changedWords(version.wordsAdded, version.wordsRemoved);
  const kind = kindWords(version);
  return (
    <button
      type="button"
      onClick={onSelect}
      aria-current={isSelected ? "true" : undefined}
      title={inFull(version.endedAt)}
      className={clsx(
        "tap flex w-full min-w-0 flex-1 flex-col rounded-md px-2 py-1.5 text-left text-sm transition-colors",
        isSelected ? "bg-pressed" : "hover:bg-hover",
      )}
    >
      <span className="flex w-full items-center gap-2">
        <span className="shrink-0 font-medium whitespace-nowrap tabular-nums">
          {timeWords(version.endedAt)}
        </span>
        {version.name && (
          <span className="flex min-w-0 items-center gap-1 text-accent">
            <Bookmark size={13} className="shrink-0 fill-current" aria-hidden="true" />
            <span className="truncate">{version.name}</span>
          </span>
        )}
        {!version.name && kind && <span className="truncate text-muted">{kind}</span>}
      </span>
      <span className="w-full truncate text-xs text-muted">
        {[authorWords(version.authors, user?.id ?? ""), words].filter(Boolean).join(" \u00b7 ")}
      </span>
    </button>
  );
}
