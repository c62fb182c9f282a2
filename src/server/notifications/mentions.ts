import { mentionedIn } from "./mentioned-in.ts";
import type { Database } from "../db/client.ts";
import { addNotification } from "./notifications.ts";

type Said = {
  /** What was said there before; who is named in it was told then. */
  before: string;
  text: string;
  /** Who may read it. */
  people: readonly { id: string; name: string }[];
  /** In a comment, in a task */
  place: string;
  href: string;
  /** Of the thing itself: each person is told once of it. */
  id: string;
};

/** Tells those whom a text names behind an "@", but for the one who wrote it. After the commit. */
export async function tellMentioned(db: Database, userId: string, said: Said): Promise<void> {
  if (!/[@＠]/.test(said.text)) return;
  const known = mentionedIn(said.before, said.people);
  const named = [...mentionedIn(said.text, said.people)].filter((id) => id !== userId && !known.has(id));
  const name = said.people.find(({ id }) => id === userId)?.name || "Someone";
  for (const id of named)
    await addNotification(db, id, {
      type: "info",
      title: `${name} mentioned you in ${said.place}`,
      message: said.text.slice(0, 200).toWellFormed(),
      href: said.href,
      dedupeKey: `mention:${said.id}`,
    });
}
