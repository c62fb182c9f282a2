import type { NewTask } from "./task-mutations.ts";

/** A part of the typed words that was understood; `words` say as what. */
export type Understood = { from: number; to: number; kind: "due"; words: string };

export type Reading = { task: NewTask; parts: Understood[] };

type Parser = (text: string, ignored: readonly string[]) => Reading;

/** Fetches what reads a task out of words, on this device: it works without the server. */
export async function loadReader(timeZone: string | undefined): Promise<Parser> {
  const { clockOf, dueIn } = await import("#language/due-in.ts");
  return (text, ignored) => {
    const title = text.trim();
    const due = dueIn(text, clockOf(new Date(), timeZone));
    if (!due || ignored.includes(due.words)) return { task: { title }, parts: [] };
    const from = text.indexOf(due.words);
    return {
      task: { title, dueDate: due.date, dueTime: due.time },
      parts: [{ from, to: from + due.words.length, kind: "due", words: due.words }],
    };
  };
}
