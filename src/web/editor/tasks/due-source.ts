import type { Task } from "#contract/tasks.ts";
import type { Due } from "#language/due-in.ts";

/** What is settled about the checkbox that says `title`; no day where it has none, or was refused one. */
export type Settled = Pick<Task, "title" | "dueDate" | "dueTime">;

/** Where due days come from: settled by the server or by hand, and read from the words of everything newer. */
export type DueSource = {
  /** By block id. */
  settled: ReadonlyMap<string, Settled>;
  /** Whether every checkbox that `settled` lacks is a new one; those written on this page are in any case. */
  isWhole: boolean;
  /** null until the parser has come. */
  read: ((title: string) => Due | null) | null;
  now: Date;
  /** null where the days are not this person's to refuse. */
  refuse: ((blockId: string, refused: Settled) => void) | null;
};

export const NO_SOURCE: DueSource = {
  settled: new Map(),
  isWhole: false,
  read: null,
  now: new Date(0),
  refuse: null,
};

/** Every word that the parser makes a day or a time of, or begins one with: without any of them it need not be fetched. */
const SAYS_DAY =
  /[\d０-９]|曜|[今昨明本]日|今[朝夜夕晩]|きょう|ほんじつ|きのう|あした|こん[やゆば]|けさ|[(（][日月火水木金土]|[一二三四五六七八九十][日月時]|\b(?:to(?:day|morrow|night)|tm[rw]|tom|yesterday|(?:sun|mon|tue|wed|thu|fri|sat)|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|next|last|this|past|now|noon|mid|morning|afternoon|evening|night|weekend|week|month|year|quarter|fortnight|day|hour|hr|min|sec)/i;

export const mayNameDay = (title: string): boolean => SAYS_DAY.test(title);

export type Answer = { due: Settled | null; isReaderWanted: boolean };

const answer = (due: Settled | null): Answer => ({ due, isReaderWanted: false });

/** The server's rule (decision 27), ahead of its answer: a day stays with the words it was read from, whatever else is written. */
export function dueOf(
  title: string,
  settled: Settled | undefined,
  isNew: boolean,
  { read }: DueSource,
): Answer {
  if (settled?.title === title) return answer(settled);
  if (!settled && !isNew) return answer(null);
  if (!mayNameDay(title) && !mayNameDay(settled?.title ?? "")) return answer(settled ?? null);
  if (!read) return { due: settled ?? null, isReaderWanted: true };
  const due = read(title);
  if (settled && read(settled.title)?.words === due?.words) return answer(settled);
  return answer(due && { title, dueDate: due.date, dueTime: due.time });
}

const REMEMBERED = 2_000;

/** Fetches the parser. What a title said when it was first read, it says as long as the note is open. */
export async function dueReader(timeZone: string | undefined): Promise<NonNullable<DueSource["read"]>> {
  const [{ dueIn }, { clockOf }] = await Promise.all([
    import("#language/due-in.ts"),
    import("#language/wall-clock.ts"),
  ]);
  const known = new Map<string, Due | null>();
  return (title) => {
    const before = known.get(title);
    if (before !== undefined) return before;
    if (known.size >= REMEMBERED) known.clear();
    const due = dueIn(title, clockOf(new Date(), timeZone));
    known.set(title, due);
    return due;
  };
}
