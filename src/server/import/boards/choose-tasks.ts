import type { TableState, TaskTableLook } from "#contract/imports.ts";
import { type PlannerTask, rowsOfTasks } from "../planner/planner-task.ts";
import type { Board, BoardTask } from "./read-board.ts";

/** What somebody chose after the look; states in the order in which it told them. */
export type Choices = { states: TableState[] | null; withAway: boolean; isDayFirst: boolean | null };

export type Chosen = { task: PlannerTask; state: Exclude<TableState, "skip">; of: BoardTask };

/** Those that come along, and why the others don't. @param present keys of those that are there already */
export function chooseTasks(
  board: Board,
  { states, withAway }: Omit<Choices, "isDayFirst">,
  present: ReadonlySet<string>,
) {
  const stateBy = new Map(board.states.map(({ value, state }, at) => [value, states?.[at] ?? state]));
  const stateOf = ({ value, isDone }: BoardTask): TableState => {
    const said = stateBy.get(value) ?? "todo";
    return isDone && said !== "skip" ? "done" : said;
  };
  const chosen: Chosen[] = [];
  const out = { present: 0, away: 0, state: 0, untitled: board.untitled, repeated: board.repeated };
  for (const of of board.tasks) {
    const state = stateOf(of);
    if (present.has(of.task.key)) out.present += 1;
    else if (of.isAway && !withAway) out.away += 1;
    else if (state === "skip") out.state += 1;
    else chosen.push({ task: { ...of.task, remarks: [], isDone: state === "done" }, state, of });
  }
  return { chosen, out, stateOf };
}

const ROWS_SHOWN = 20;

/** @param present keys of those that are there already */
export function lookOf(board: Board, choices: Choices, present: ReadonlySet<string>): TaskTableLook {
  const { chosen, out, stateOf } = chooseTasks(board, choices, present);
  const there = new Set([...present, ...chosen.map(({ task }) => task.key)]);
  const changed = { parent: 0, deep: 0, date: 0, checklist: 0, cut: 0 };
  for (const { task, of } of chosen) {
    if (task.parentKey !== null && !there.has(task.parentKey)) changed.parent += 1;
    for (const what of of.changed) changed[what] += 1;
  }
  const copies = chosen.map(({ task }) => ({ ...task, remarks: [] as string[] }));
  const rows = [...rowsOfTasks("", copies)].flatMap((line) => line.rows as { parent_id: string | null }[]);
  changed.deep = copies.filter(({ remarks }) => remarks.length > 0).length;
  const subTasks = rows.filter(({ parent_id: parentId }) => parentId !== null).length;
  return {
    source: board.source,
    title: board.title,
    total: board.total,
    tasks: chosen.length,
    subTasks,
    states: board.states.map((each, at) => ({ ...each, state: choices.states?.[at] ?? each.state })),
    dayOrder: board.dayOrder,
    away: board.tasks.filter(({ isAway }) => isAway).length,
    leftOut: countsOf(out, "why"),
    changed: countsOf(changed, "what"),
    assigned: chosen.filter(({ of }) => of.assigneeId !== null).length,
    strangers: strangersOf(chosen),
    rows: board.tasks.slice(0, ROWS_SHOWN).map((of) => ({
      title: of.task.title.slice(0, 200),
      state: of.isAway && !choices.withAway ? "skip" : stateOf(of),
      value: of.value,
      dueDate: of.task.dueDate,
      tags: of.task.tags.slice(0, 5),
      isBelow: of.task.parentKey !== null && there.has(of.task.parentKey),
    })),
  };
}

const STRANGERS_SHOWN = 20;

/** Each once, however it is written, those first who have most to do. */
function strangersOf(chosen: readonly Chosen[]): TaskTableLook["strangers"] {
  const named = chosen.flatMap(({ of }) => of.strangers);
  const names = [...Map.groupBy(named, (name) => name.toLowerCase()).values()]
    .toSorted((one, other) => other.length - one.length)
    .map(([first]) => first!);
  return { count: names.length, names: names.slice(0, STRANGERS_SHOWN) };
}

const countsOf = <Key extends string, Name extends string>(counts: Record<Key, number>, name: Name) =>
  (Object.entries(counts) as [Key, number][])
    .filter(([, count]) => count > 0)
    .map(([key, count]) => ({ [name]: key, count }) as Record<Name, Key> & { count: number });
