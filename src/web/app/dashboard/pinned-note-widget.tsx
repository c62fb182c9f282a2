import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Note } from "#contract/notes.ts";
import { noteListOptions } from "../../features/notes/list/note-list-options.ts";
import { searchKnownNotes } from "../../features/notes/search/search-known-notes.ts";
import { titleOf } from "../../kernel/notes/note-title.ts";
import { defineFields, type OwnInputProps } from "../../kernel/widgets/settings.ts";
import { defineWidget } from "../../kernel/widgets/widget.ts";
import { NothingYet } from "../../kernel/widgets/widget-states.tsx";
import { t } from "../../lib/messages/t.ts";
import { api } from "../../platform/api.ts";
import { deferred } from "../../ui/deferred.tsx";
import { Field } from "../../ui/field.tsx";

// The editor is heavier than the page.
const PinnedNote = deferred(async () => (await import("../notes/pinned-note.tsx")).PinnedNote);

const SHOWN = 6;

const fields = defineFields({
  note: { kind: "own", label: t("Note"), initial: "", Input: NotePicker },
});

/** The latest notes, or those that are found by what is typed. */
function NotePicker({ label, value, onChange }: OwnInputProps) {
  const [words, setWords] = useState("");
  const query = words.trim();
  const latest = useInfiniteQuery(noteListOptions({ trashed: false }));
  const found = useQuery(
    api.notes.search.queryOptions({
      input: { query, limit: SHOWN },
      enabled: query !== "",
      placeholderData: keepPreviousData,
    }),
  );
  const hits = found.data?.hits ?? (found.isError ? searchKnownNotes(query) : []);
  const notes = query === "" ? (latest.data?.pages[0]?.notes ?? []) : hits.map(({ note }) => note);
  const isAnswered = query === "" ? latest.data !== undefined : found.data !== undefined || found.isError;
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={label}
        type="search"
        placeholder={t("Search notes...")}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      {isAnswered && notes.length === 0 && <NothingYet>{t("No note found.")}</NothingYet>}
      <ul aria-label={t("Notes to choose from")}>
        {notes.slice(0, SHOWN).map((note) => (
          <Choice key={note.id} note={note} isChosen={note.id === value} onChoose={onChange} />
        ))}
      </ul>
    </div>
  );
}

type ChoiceProps = { note: Note; isChosen: boolean; onChoose: (id: string) => void };

function Choice({ note, isChosen, onChoose }: ChoiceProps) {
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        dir="auto"
        onClick={() => onChoose(note.id)}
        className="tap min-h-9 w-full truncate rounded-md px-2 text-start text-sm hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:text-accent"
      >
        {titleOf(note)}
      </button>
    </li>
  );
}

export const widget = defineWidget({
  fields,
  View: ({ settings: { note }, onChange }) =>
    note === "" ? (
      <NotePicker label={t("Note")} value="" onChange={(id) => onChange({ note: id })} />
    ) : (
      <PinnedNote noteId={note} onClose={() => onChange({ note: "" })} />
    ),
  Preview: () => (
    <>
      <p className="font-medium">{t("Shopping list")}</p>
      <ul className="list-disc ps-5 pt-2 text-sm">
        {[t("Lime mortar"), t("Two lengths of rope"), t("Bread")].map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </>
  ),
});
