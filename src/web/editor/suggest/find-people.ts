import type { Editor } from "@tiptap/core";
import { folded } from "#contract/shared/fold-diacritics.ts";
import { t } from "../../lib/messages/t.ts";
import { api, persistQueries, queryClient, storedAnswer } from "../../platform/api.ts";
import { isWaitingToBeCreated } from "../../platform/send.ts";
import { insertName } from "./insert-reference.ts";
import type { Suggestion } from "./suggestion-plugin.ts";

type Person = { id: string; name: string };
type Answer = { people: Person[] };

const SHOWN = 5;
/** Nobody is asked at each key. */
const KNOWN_MS = 10_000;

/** Those who can see the note that is written, but for whoever writes, by the beginning of their names or of a later word of them. */
export async function findPeople(typed: string, editor: Editor): Promise<Suggestion[]> {
  const wanted = plain(typed);
  const people = (await peopleOf(editor)).map((person) => ({ ...person, plain: plain(person.name.trim()) }));
  const begins = people.filter((person) => person.plain.startsWith(wanted));
  const later = people.filter(
    (person) => !begins.includes(person) && person.plain.split(/\s+/).some((word) => word.startsWith(wanted)),
  );
  return [...begins, ...later].slice(0, SHOWN).map(suggestion);
}

const plain = (text: string) => folded(text.toLowerCase());

const suggestion = ({ id, name }: Person): Suggestion => ({
  id: `person-${id}`,
  title: name.trim(),
  group: t("People"),
  sign: [...name.trim()][0]!.toUpperCase(),
  run: (editor) => insertName(editor, name.trim()),
});

/** As the server says, or as this device knows them while it is away. */
async function peopleOf(editor: Editor): Promise<Person[]> {
  const { noteId } = editor.storage.imageUploads;
  // The server knows nothing yet of one that is being made here.
  if (!noteId || isWaitingToBeCreated(noteId)) return [];
  const asked = api.comments.people.queryOptions({ input: { noteId }, staleTime: KNOWN_MS });
  // What the device has kept is no answer while the server can be asked: with whom a note is shared changes.
  const answer = await queryClient.fetchQuery({ ...asked, persister: undefined }).then(
    (fresh) => {
      persistQueries(asked.queryKey);
      return fresh;
    },
    async () =>
      queryClient.getQueryData(asked.queryKey) ??
      (await storedAnswer<Answer>(asked.queryKey).catch(() => undefined)) ?? { people: [] },
  );
  const me = writerOf(editor);
  return answer.people.filter(({ id, name }) => id !== me && name.trim() !== "");
}

/** Whose caret the others see. */
function writerOf(editor: Editor): string | undefined {
  const carets = editor.extensionManager.extensions.find(({ name }) => name === "collaborationCaret");
  return (carets?.options as { user?: { id?: string } } | undefined)?.user?.id;
}
