import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { KeyboardEvent } from "react";
import type { Note } from "#contract/notes.ts";
import { api } from "../../platform/api.ts";
import { inFull } from "../../lib/dates.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { deferred } from "../../ui/deferred.tsx";
import { titleOf } from "../../kernel/notes/note-title.ts";
import { t } from "../../lib/messages/t.ts";

const VersionText = deferred(() =>
  import("../../editor/version-text.tsx").then((module) => module.VersionText),
);

type QuickLookProps = {
  notes: readonly Note[];
  noteId: string;
  /** The list goes on behind those that are loaded. */
  hasMore: boolean;
  onMove: (noteId: string) => void;
  onClose: () => void;
};

/** A note's text without opening it: arrows go on in the list, Enter opens the note, Space closes. */
export function QuickLook({ notes, noteId, hasMore, onMove, onClose }: QuickLookProps) {
  const navigate = useNavigate();
  const at = notes.findIndex(({ id }) => id === noteId);
  const note = notes[at];
  const { data, isPending } = useQuery(
    api.notes.body.queryOptions({ input: { noteId, format: "json" }, staleTime: 0, persister: undefined }),
  );
  if (!note) return null;
  const move = (step: number) => {
    const next = notes[at + step];
    if (next) onMove(next.id);
  };
  const open = () => {
    onClose();
    void navigate({ to: "/app/editor/{-$noteId}", params: { noteId } });
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const acts: Record<string, () => void> = {
      ArrowDown: () => move(1),
      ArrowRight: () => move(1),
      ArrowUp: () => move(-1),
      ArrowLeft: () => move(-1),
      " ": onClose,
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    <Dialog
      title={titleOf(note)}
      description={t("Changed {updatedAt}", { updatedAt: inFull(note.updatedAt) })}
      isOpen
      size="large"
      onClose={onClose}
    >
      <div role="presentation" onKeyDown={handleKey} className="flex h-full flex-col gap-3">
        <div className="flex items-center gap-2">
          <Button look="primary" autoFocus onClick={open}>
            {t("Open note")}
          </Button>
          <IconButton label={t("Previous note")} disabled={at === 0} onClick={() => move(-1)}>
            <ArrowUp size={16} />
          </IconButton>
          <IconButton label={t("Next note")} disabled={at === notes.length - 1} onClick={() => move(1)}>
            <ArrowDown size={16} />
          </IconButton>
          <span role="status" className="text-xs text-faint tabular-nums">
            {t("{at} of {count}", { at: at + 1, count: notes.length })}
            {hasMore && "+"}
          </span>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto">
          {data ? (
            <div className="max-w-3xl">
              <VersionText
                key={`${noteId}:${data.seq}`}
                doc={data.text}
                label={t("Text of {title}", { title: titleOf(note) })}
              />
            </div>
          ) : isPending ? (
            <SkeletonRows />
          ) : (
            <p className="text-sm text-muted">{t("Couldn't load the text.")}</p>
          )}
        </div>
      </div>
    </Dialog>
  );
}
