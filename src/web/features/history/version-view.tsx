import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ChevronDown, ChevronUp } from "lucide-react";
import { useState } from "react";
import type { NoteVersion, VersionComparison } from "#contract/note-versions.ts";
import { CHANGE_WORDS } from "../../editor/change-words.ts";
import { api } from "../../platform/api.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { deferred } from "../../ui/deferred.tsx";
import { HistoryFailed } from "./history-failed.tsx";
import { changedWords } from "./version-words.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";

/** Drawn by the editor's code, which is here already where the note is open; the list does not wait for it. */
const VersionText = deferred(() =>
  import("../../editor/version-text.tsx").then((module) => module.VersionText),
);

/** What a version is shown as: alone, with what it changed, or with what changed since. */
export type ViewMode = "text" | "changes" | "now";

const MODES: { mode: ViewMode; label: string }[] = [
  { mode: "changes", label: t("What changed") },
  { mode: "text", label: t("This version") },
  { mode: "now", label: t("Compare with now") },
];

/** Versions never change, so what was fetched of one is good for as long as the page lives; the device keeps none of it. */
const FOR_GOOD = { staleTime: Infinity, persister: undefined };

type VersionViewProps = {
  noteId: string;
  version: NoteVersion;
  /** The version before; 0 before the first. */
  previous: number;
  /** The newest there is. */
  now: number;
  mode: ViewMode;
  onMode: (mode: ViewMode) => void;
};

export function VersionView({ noteId, version, previous, now, mode, onMode }: VersionViewProps) {
  const modes = MODES.filter((choice) => choice.mode !== "now" || !version.isCurrent);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div role="group" aria-label={t("View")} className="flex flex-wrap gap-1 border-b border-line pb-2">
        {modes.map((choice) => (
          <button
            key={choice.mode}
            type="button"
            aria-pressed={mode === choice.mode}
            onClick={() => onMode(choice.mode)}
            className={clsx(
              "tap h-8 rounded-md px-2.5 text-sm",
              mode === choice.mode ? "bg-accent-soft font-medium text-accent" : "text-muted hover:bg-hover",
            )}
          >
            {choice.label}
          </button>
        ))}
      </div>
      {mode === "text" ? (
        <WholeText key={version.seq} noteId={noteId} seq={version.seq} />
      ) : (
        <Compared
          key={`${version.seq} ${mode}`}
          noteId={noteId}
          from={mode === "now" ? version.seq : previous}
          to={mode === "now" ? now : version.seq}
        />
      )}
    </div>
  );
}

function WholeText({ noteId, seq }: { noteId: string; seq: number }) {
  const { data, error, refetch } = useQuery(
    api.notes.version.queryOptions({ input: { noteId, seq, format: "json" }, ...FOR_GOOD }),
  );
  if (error) return <HistoryFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows />;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto py-3">
      <VersionText doc={data.text} label={t("Text of this version")} />
    </div>
  );
}

function Compared({ noteId, from, to }: { noteId: string; from: number; to: number }) {
  const { data, error, refetch } = useQuery(
    api.notes.compareVersions.queryOptions({ input: { noteId, from, to }, ...FOR_GOOD }),
  );
  if (error) return <HistoryFailed error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows />;
  return <Differences comparison={data} />;
}

function wordsOf({ kind, what }: VersionComparison["changes"][number]): string {
  if (kind === "changed") return what;
  return what
    ? `${CHANGE_WORDS[kind].toLowerCase()} ${what.toLowerCase()}`
    : CHANGE_WORDS[kind].toLowerCase();
}

function Differences({ comparison }: { comparison: VersionComparison }) {
  const { changes, doc, wordsAdded, wordsRemoved } = comparison;
  const [at, setAt] = useState<number | null>(null);
  const step = (by: number) =>
    setAt(at === null ? (by > 0 ? 0 : changes.length - 1) : (at + by + changes.length) % changes.length);
  const change = at === null ? null : changes[at];
  const count = plural(changes.length, { one: "{count} change", other: "{count} changes" });
  return (
    <>
      <div className="flex items-center gap-1 py-1.5 text-sm text-muted">
        <p role="status" className="min-w-0 flex-1">
          {change
            ? t("Change {at} of {count}: {words}", {
                at: at! + 1,
                count: changes.length,
                words: wordsOf(change),
              })
            : changes.length === 0
              ? t("No differences")
              : `${count} \u00b7 ${changedWords(wordsAdded, wordsRemoved)}`}
        </p>
        {changes.length > 0 && (
          <>
            <IconButton label={t("Previous change")} onClick={() => step(-1)}>
              <ChevronUp size={16} />
            </IconButton>
            <IconButton label={t("Next change")} onClick={() => step(1)}>
              <ChevronDown size={16} />
            </IconButton>
          </>
        )}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto py-2">
        <VersionText
          doc={doc}
          changes={changes}
          current={at}
          label={t("Both versions with their differences")}
        />
      </div>
    </>
  );
}

/** Names a version in place: what it is called is also why it stays. */
export function KeepForm({
  version,
  onKeep,
  onCancel,
}: {
  version: NoteVersion;
  onKeep: (name: string | null) => void;
  onCancel: () => void;
}) {
  const [name, setName] = useState(version.name ?? "");
  return (
    <form
      className="flex w-full flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim()) onKeep(name.trim());
      }}
    >
      <input
        aria-label={t("Version name")}
        placeholder={t("Version name")}
        value={name}
        maxLength={200}
        autoFocus
        onChange={(event) => setName(event.target.value)}
        className="h-8 min-w-40 flex-1 rounded-md border border-field-line bg-bg px-2 text-sm"
      />
      <Button type="submit" look="primary" disabled={!name.trim()}>
        {t("Keep")}
      </Button>
      {version.name && <Button onClick={() => onKeep(null)}>{t("Remove name")}</Button>}
      <Button look="quiet" onClick={onCancel}>
        {t("Cancel")}
      </Button>
    </form>
  );
}
