import { Link } from "@tanstack/react-router";
import { ChevronLeft, FileText } from "lucide-react";
import { useState } from "react";
import type { RehearsalPlaces, RehearsedText } from "#contract/rehearsals.ts";
import { titleOf } from "../../../kernel/notes/note-title.ts";
import { t } from "../../../lib/messages/t.ts";
import { errorCode, isUnreachable } from "../../../platform/rpc-errors.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { PartText } from "../part-text.tsx";
import type { Asked } from "./edit-dialogs.tsx";
import { MarkChips } from "./mark-chips.tsx";
import { NoteMenu } from "./note-menu.tsx";
import { addressOf, type Place } from "./places.ts";
import { TextForm } from "./text-form.tsx";
import { useRehearsedNote } from "./use-rehearsal.ts";

type RehearsedNoteProps = {
  id: string;
  noteId: string;
  place: Place;
  places: RehearsalPlaces;
  isReadOnly: boolean;
  onAsk: (asked: Asked) => void;
};

/** One note as it would be, with what differs from how it is. */
export function RehearsedNote({ id, noteId, place, places, isReadOnly, onAsk }: RehearsedNoteProps) {
  const { data, error, isPending, refetch } = useRehearsedNote(id, noteId);
  const [isWriting, setIsWriting] = useState(false);
  const isGone = errorCode(error) === "NOT_FOUND";
  return (
    <div className="flex flex-col gap-3">
      <Link
        to="/app/changes/$changesetId/walk"
        params={{ changesetId: id }}
        search={{ place: addressOf(place) }}
        className={buttonClass("quiet", "-ms-3 self-start lg:hidden pointer-coarse:h-11")}
      >
        <ChevronLeft size={15} aria-hidden="true" /> {t("Back to the list")}
      </Link>
      {data && !isGone ? (
        <article aria-label={titleOf(data)} className="flex flex-col gap-3">
          <Head {...{ id, places, isReadOnly, onAsk }} note={data} />
          {isWriting ? (
            <TextForm key={noteId} id={id} note={data} onDone={() => setIsWriting(false)} />
          ) : (
            <Text note={data} canWrite={!isReadOnly} onWrite={() => setIsWriting(true)} />
          )}
        </article>
      ) : isGone ? (
        <EmptyState icon={<FileText size={20} />} title={t("This note isn't in the rehearsal")}>
          {t("It was deleted permanently, or what would create it was taken back.")}
        </EmptyState>
      ) : isPending ? (
        <SkeletonRows />
      ) : (
        <div role="alert" className="flex flex-col items-start gap-2 text-sm text-muted">
          <p>
            {isUnreachable(error) ? t("Can't load this note while offline.") : t("Couldn't load this note.")}
          </p>
          <Button onClick={() => void refetch()}>{t("Try again")}</Button>
        </div>
      )}
    </div>
  );
}

type HeadProps = Pick<RehearsedNoteProps, "id" | "places" | "isReadOnly" | "onAsk"> & { note: RehearsedText };

function Head({ id, note, places, isReadOnly, onAsk }: HeadProps) {
  const nameOf = (folderId: string | null) =>
    folderId === null
      ? t("In no folder")
      : (places.folders.find((folder) => folder.id === folderId)?.name ?? t("Another folder"));
  const { was } = note;
  return (
    <header className="flex flex-col gap-1.5">
      <div className="flex items-start gap-1">
        <h2 className="min-w-0 flex-1 text-lg font-semibold wrap-anywhere">
          <bdi>{titleOf(note)}</bdi>
        </h2>
        {!isReadOnly && <NoteMenu id={id} note={note} onAsk={onAsk} />}
      </div>
      <MarkChips marks={note.marks} />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-sm">
        {was && was.title !== note.title && <Line name={t("Title now")} is={was.title || t("Untitled")} />}
        <Line
          name={t("Folder")}
          is={nameOf(note.folderId)}
          was={was && was.folderId !== note.folderId ? nameOf(was.folderId) : null}
        />
        {(note.tags.length > 0 || (was?.tags.length ?? 0) > 0) && (
          <Line
            name={t("Tags")}
            is={tagWords(note.tags)}
            was={was && note.marks.includes("tagged") ? tagWords(was.tags) : null}
          />
        )}
      </dl>
    </header>
  );
}

const tagWords = (tags: readonly string[]) => (tags.length === 0 ? t("None") : tags.join(", "));

function Line({ name, is, was = null }: { name: string; is: string; was?: string | null }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">
        <bdi>{is}</bdi>
        {was !== null && <span className="text-muted"> {t("(now: {value})", { value: was })}</span>}
      </dd>
    </>
  );
}

type TextProps = { note: RehearsedText; canWrite: boolean; onWrite: () => void };

function Text({ note: { text, textBefore, isCut, isTrashed, marks, title }, canWrite, onWrite }: TextProps) {
  const isEmpty = text === "" && !textBefore;
  return (
    <>
      {canWrite && !isTrashed && !isCut && (
        <Button className="self-start pointer-coarse:h-11" onClick={onWrite}>
          {t("Edit text")}
        </Button>
      )}
      {isCut && <p className="text-sm text-muted">{t("This text is too long to show all of it here.")}</p>}
      {isEmpty ? (
        <p className="text-sm text-muted">{t("This note has no text.")}</p>
      ) : (
        <div className="-mx-3">
          <PartText
            before={marks.includes("changed") ? (textBefore ?? text) : text}
            after={text}
            label={title || t("Untitled")}
          />
        </div>
      )}
    </>
  );
}
