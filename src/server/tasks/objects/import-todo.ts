import { uuidV7 } from "#contract/shared/uuid-v7.ts";
import type { IcsTodo } from "../../ics/ics.ts";
import { writeCalendar } from "../../ics/write-calendar.ts";
import type { TaskDeps } from "../change-tasks.ts";
import { nameOfUid } from "./find-objects.ts";
import { putTaskObject } from "./save-object.ts";

/**
 * Makes a to-do of a file a task, or changes the one that bears its UID to what it says; what Cairn does not understand of it is kept.
 *
 * @returns whether it was not there before
 * @throws ObjectRefused, Failure QUOTA_EXCEEDED, CONFLICT for other words of a note's checkbox
 */
export async function importTodo(deps: TaskDeps, userId: string, todo: IcsTodo): Promise<boolean> {
  const text = writeCalendar({ events: [], todos: [{ ...todo, reminders: null }], now: Date.now() });
  const known = await deps.db.withUser(userId, (tx) => nameOfUid(tx, todo.uid));
  const name = known ?? `${uuidV7()}.ics`;
  const { isNew } = await putTaskObject(deps, userId, { name, text, expect: () => {} });
  return isNew;
}
