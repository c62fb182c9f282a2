import { create } from "zustand";
import type { Task } from "#contract/tasks.ts";
import { knownTask } from "../../../kernel/tasks/task-lists.ts";
import { minutesInWords } from "../../../kernel/tasks/minutes.ts";
import { addTime } from "../../../kernel/tasks/add-time.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { errorStatus } from "../../../platform/rpc-errors.ts";
import { local } from "../../../platform/local.ts";
import { currentDevice } from "../../../platform/sync/device-sync.ts";
import { toast } from "../../../ui/toast-store.ts";
import { begun, type Focus, paused, phaseOf, readFocus, resumed, spentMs } from "./focus.ts";

const MINUTE = 60_000;

const keyOf = () => `cairn-focus-${currentDevice()?.userId ?? ""}`;

/** The timer that runs on this device, in all its tabs. */
export const useFocus = create<{ focus: Focus | null }>(() => ({ focus: null }));

const kept = () => readFocus(local.get(keyOf()));

function keep(focus: Focus | null): void {
  if (focus) local.set(keyOf(), JSON.stringify(focus));
  else local.remove(keyOf());
  useFocus.setState({ focus });
}

/** Takes what this device has kept, and follows what other tabs do. */
export function followFocus(): () => void {
  const read = () => useFocus.setState({ focus: kept() });
  const handleStorage = ({ key }: StorageEvent) => {
    if (key === null || key === keyOf()) read();
  };
  read();
  addEventListener("storage", handleStorage);
  return () => removeEventListener("storage", handleStorage);
}

/** One tab at a time: two that stop the same timer must not both count it. */
async function inTurn(work: () => void): Promise<void> {
  await (isSecureContext ? navigator.locks.request(keyOf(), work) : work());
}

/** Takes the timer off, whoever comes first. */
async function take(): Promise<Focus | null> {
  let taken: Focus | null = null;
  await inTurn(() => {
    taken = kept();
    keep(null);
  });
  return taken;
}

/** The task as it now is; null for one that is gone, undefined when nobody can tell. */
async function taskOf(taskId: string): Promise<Task | null | undefined> {
  try {
    return await api.tasks.get.call({ taskId });
  } catch (error) {
    return errorStatus(error) === 404 ? null : knownTask(taskId);
  }
}

/** Ends the timer and adds its time to its task, also without the server. */
export async function stopFocus(): Promise<void> {
  const now = Date.now();
  const focus = await take();
  if (!focus) return;
  const minutes = Math.round(spentMs(focus, now) / MINUTE);
  if (minutes === 0) {
    toast.info(t("Timer stopped. Less than a minute is not counted."));
    return;
  }
  const task = await taskOf(focus.taskId);
  if (task) {
    const words = t("{time} added to {title}", { time: minutesInWords(minutes), title: task.title });
    const isCounted = await addTime(task, minutes, words);
    if (!isCounted) keep(paused(focus, now));
  } else if (task === null) {
    toast.error(t("This task was deleted, so the time is not counted."));
  } else {
    keep(paused(focus, now));
    toast.error(t("Can't add the time while offline. The timer is paused."));
  }
}

/** Times a task; what was timed before is counted first. */
export async function startFocus(task: Task, mode: Focus["mode"]): Promise<void> {
  await stopFocus();
  await inTurn(() => {
    // Time that could not be added stays until it can.
    if (!kept()) keep(begun(task, mode, Date.now()));
  });
}

/** Pauses it, goes on after a pause, or begins the next round. */
export async function toggleFocus(): Promise<void> {
  // The moment of the press, however long another tab keeps it waiting.
  const now = Date.now();
  await inTurn(() => {
    const focus = kept();
    if (!focus) return keep(null);
    keep(phaseOf(focus, now) === "running" ? paused(focus, now) : resumed(focus, now));
  });
}
