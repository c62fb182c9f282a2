import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { FileText, Hourglass } from "lucide-react";
import { useState } from "react";
import { folded } from "#contract/shared/fold-diacritics.ts";
import type { Note } from "#contract/notes.ts";
import type { Task } from "#contract/tasks.ts";
import { cachedNote, knownNotes } from "../../../kernel/notes/note-cache.ts";
import { titleOf } from "../../../kernel/notes/note-title.ts";
import { knownTasks } from "../../../kernel/tasks/task-lists.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { useTasksById } from "../waiting.ts";
import { type Link, LinkPicker } from "./link-picker.tsx";

const SHOWN = 6;

const asked = {
  placeholderData: keepPreviousData,
  staleTime: 10_000,
  gcTime: 60_000,
  persister: undefined,
  retry: 0,
} as const;

/** Without the server: what this page knows that has the words in its title. */
const withWords = <Item,>(items: Iterable<Item>, title: (item: Item) => string, query: string): Item[] =>
  [...items].filter((item) => folded(title(item)).includes(folded(query.trim()))).slice(0, SHOWN);

type LinksProps = { ids: readonly string[]; onChange: (ids: string[]) => void };
type WaitsForProps = LinksProps & { task: Task; onOpen: (task: Task) => void };

/** What has to be done before a task. */
export function WaitsFor({ task, ids, onChange, onOpen }: WaitsForProps) {
  const [query, setQuery] = useState("");
  const before = useTasksById(ids);
  const { data, isError } = useQuery(
    api.tasks.search.queryOptions({
      input: { query: query.trim() || "-", limit: SHOWN + 1 },
      enabled: query.trim() !== "",
      ...asked,
    }),
  );
  const found = isError ? withWords(knownTasks().values(), ({ title }) => title, query) : (data?.tasks ?? []);
  return (
    <LinkPicker
      title={t("Waits for")}
      addLabel={t("Add a task it waits for")}
      icon={<Hourglass size={14} aria-hidden="true" />}
      links={before.map(({ id, title, completed }) => ({
        id,
        title: completed ? t("{title} (done)", { title }) : title,
      }))}
      options={found.filter(({ id, completed }) => id !== task.id && !completed)}
      query={query}
      onQuery={setQuery}
      onAdd={({ id }) => onChange([...ids, id])}
      onRemove={(gone) => onChange(ids.filter((id) => id !== gone))}
      onOpen={({ id }) => {
        const other = before.find((each) => each.id === id);
        if (other) onOpen(other);
      }}
    />
  );
}

const linkOf = (note: Note): Link => ({ id: note.id, title: titleOf(note) });

/** Notes that a task is about. */
export function LinkedNotes({ ids, onChange, onOpen }: LinksProps & { onOpen: (noteId: string) => void }) {
  const [query, setQuery] = useState("");
  const linked = useQueries({
    queries: ids.map((noteId) =>
      api.notes.get.queryOptions({
        input: { noteId },
        // One that is gone stays gone.
        retry: false,
        placeholderData: () => cachedNote(noteId),
      }),
    ),
  }).flatMap(({ data }) => (data && !data.trashedAt ? [data] : []));
  const { data, isError } = useQuery(
    api.notes.search.queryOptions({
      input: { query: query.trim() || "-", limit: SHOWN },
      enabled: query.trim() !== "",
      ...asked,
    }),
  );
  const found = isError
    ? withWords(knownNotes(), titleOf, query)
    : (data?.hits ?? []).map(({ note }) => note);
  return (
    <LinkPicker
      title={t("Linked notes")}
      addLabel={t("Link a note")}
      icon={<FileText size={14} aria-hidden="true" />}
      links={linked.map(linkOf)}
      options={found.map(linkOf)}
      query={query}
      onQuery={setQuery}
      onAdd={({ id }) => onChange([...ids, id])}
      onRemove={(gone) => onChange(ids.filter((id) => id !== gone))}
      onOpen={({ id }) => onOpen(id)}
    />
  );
}
