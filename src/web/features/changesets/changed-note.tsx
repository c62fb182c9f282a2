import { Link } from "@tanstack/react-router";
import { ChevronDown, ChevronRight, ExternalLink } from "lucide-react";
import { memo, useId } from "react";
import { titleOf } from "../../kernel/notes/note-title.ts";
import { t } from "../../lib/messages/t.ts";
import { buttonClass } from "../../ui/button.tsx";
import { ChangedPart } from "./changed-part.tsx";
import { type ButtonWords, DecisionButtons } from "./decision-buttons.tsx";
import { decideMany } from "./decisions.ts";
import { type ChangedNote as Note, countStates, isMeant, partRefs, summaryWords, type Way } from "./parts.ts";

type ChangedNoteProps = {
  changesetId: string;
  note: Note;
  isOpen: boolean;
  onFold: (noteId: string, isOpen: boolean) => void;
};

export const decideNote = (changesetId: string, note: Note, way: Way): Promise<boolean> =>
  decideMany(
    changesetId,
    way,
    partRefs(note).flatMap(({ ref, state }) => (isMeant(way, state) ? [ref] : [])),
    false,
  );

/** What becomes of one note, part by part in the order of its text. */
export const ChangedNote = memo(function ChangedNote({
  changesetId,
  note,
  isOpen,
  onFold,
}: ChangedNoteProps) {
  const { noteId, parts } = note;
  const title = titleOf(note);
  const listId = useId();
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <section aria-label={title} className="pt-2">
      <div
        {...(!isOpen && { "data-change-id": `${changesetId}/${noteId}` })}
        tabIndex={-1}
        className="flex scroll-mt-16 flex-wrap items-center gap-x-2 gap-y-1 rounded-md py-1 focus:outline-2 focus:outline-accent"
      >
        <h2 className="min-w-0 grow basis-40 max-sm:basis-[calc(100%-4rem)]">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={() => onFold(noteId, !isOpen)}
            className="flex min-h-8 w-full min-w-0 items-center gap-1.5 rounded-md text-start hover:bg-hover pointer-coarse:min-h-11"
          >
            <Chevron size={16} className="shrink-0 text-faint" aria-hidden="true" />
            <bdi className="truncate font-medium">{title}</bdi>
            <span className="shrink-[100] truncate text-sm text-muted max-sm:hidden">
              {summaryWords(countStates(parts))}
            </span>
          </button>
        </h2>
        <Link
          to="/app/editor/{-$noteId}"
          params={{ noteId }}
          aria-label={t("Open {title}", { title })}
          className={buttonClass("quiet", "px-2 pointer-coarse:size-11")}
        >
          <ExternalLink size={14} aria-hidden="true" />
        </Link>
        <div className="flex gap-2 max-sm:basis-full max-sm:flex-wrap">
          <DecisionButtons
            states={parts.map(({ state }) => state)}
            words={noteWords(title)}
            onDecide={(way) => void decideNote(changesetId, note, way)}
          />
        </div>
      </div>
      <ol id={listId} hidden={!isOpen} className="flex flex-col gap-2 pt-1 pb-2">
        {isOpen &&
          parts.map((part, index) => (
            <li key={index}>
              <ChangedPart
                changesetId={changesetId}
                noteId={noteId}
                title={title}
                part={part}
                index={index}
                count={parts.length}
              />
            </li>
          ))}
      </ol>
    </section>
  );
});

const noteWords = (title: string): ButtonWords => ({
  apply: { words: t("Accept note"), name: t("Accept note {title}", { title }) },
  refuse: { words: t("Refuse note"), name: t("Refuse note {title}", { title }) },
  undo: { words: t("Undo note"), name: t("Undo note {title}", { title }) },
});
