import type { Task } from "#contract/tasks.ts";
import { momentOf } from "#language/moment.ts";
import { searchEvents } from "../calendar/search-events.ts";
import type { Database } from "../db/client.ts";
import type { Reach } from "../notes/ai-access/reach.ts";
import { searchTasks } from "../tasks/search-tasks.ts";
import type { Weights } from "./rank-passages.ts";

export type PlannerHit = {
  kind: "task" | "event";
  id: string;
  title: string;
  text: string;
  /** A day, or a day and a time, of the account's clock: when an event begins next, or a task is due. */
  when: string | null;
  /** Of a task. */
  isDone: boolean;
  score: number;
};
type Found = { id: string; title: string; description: string; when: string | null; completed?: boolean };

/** Each word costs a search. */
const MOST_WORDS = 6;
const MOST_HITS = 20;
const TEXT_MAX = 1_000;

type Search = (...args: Parameters<typeof searchTasks>) => Promise<Found[]>;
const SEARCHES: Record<PlannerHit["kind"], Search> = {
  task: async (...args) => (await searchTasks(...args)).map((task) => ({ ...task, when: dueOf(task) })),
  event: async (...args) =>
    (await searchEvents(...args)).map(({ event, instance }) => ({ ...event, when: instance.start })),
};

export const dueOf = ({ dueDate, dueTime }: Pick<Task, "dueDate" | "dueTime">): string | null =>
  dueDate && momentOf(dueDate, dueTime);

/** Tasks or events that have words of a question and may go there, those that have most first. */
export async function plannerHits(
  db: Database,
  userId: string,
  kind: "task" | "event",
  weights: Weights,
  reach: Reach,
): Promise<PlannerHit[]> {
  const words = [...weights].toSorted((one, other) => other[1] - one[1]).slice(0, MOST_WORDS);
  const byId = new Map<string, PlannerHit>();
  for (const [word] of words) {
    const found = await SEARCHES[kind](db, userId, { query: `"${word}"`, limit: MOST_HITS, reach });
    // What many have says little of one.
    const rarity = 1 / (1 + Math.log2(1 + found.length));
    for (const { id, title, description, when, completed: isDone = false } of found) {
      const text = description.slice(0, TEXT_MAX);
      const hit = byId.get(id) ?? { kind, id, title, text, when, isDone, score: 0 };
      hit.score += rarity;
      byId.set(id, hit);
    }
  }
  return [...byId.values()].toSorted((one, other) => other.score - one.score);
}
