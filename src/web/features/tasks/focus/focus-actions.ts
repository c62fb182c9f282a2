import { CirclePause, CircleStop, Timer } from "lucide-react";
import type { Action, Choice } from "../../../kernel/actions/action.ts";
import { knownTasks } from "../../../kernel/tasks/task-lists.ts";
import { t } from "../../../lib/messages/t.ts";
import { api } from "../../../platform/api.ts";
import { phaseOf } from "./focus.ts";
import { startFocus, stopFocus, toggleFocus, useFocus } from "./focus-store.ts";

const MOST = 200;

const focusNow = () => useFocus.getState().focus;

/** Open tasks, from the server or, while it is away, of this page. */
async function openTasks() {
  const known = () => [...knownTasks().values()].filter(({ completed }) => !completed);
  return api.tasks.list.call({ completed: false, limit: MOST }).then(({ tasks }) => tasks, known);
}

const choices = (mode: "up" | "rounds") => async (): Promise<Choice[]> =>
  (await openTasks()).map((task) => ({
    id: task.id,
    title: task.title,
    isCurrent: focusNow()?.taskId === task.id,
    run: () => void startFocus(task, mode),
  }));

const isRunning = () => {
  const focus = focusNow();
  return focus !== null && phaseOf(focus, Date.now()) === "running";
};

export const focusActions: Action[] = [
  {
    id: "task.startTimer",
    title: t("Start Timer for Task..."),
    group: "General",
    icon: Timer,
    keywords: t("time spent track work stopwatch"),
    choices: choices("up"),
    run: ({ go }) => go("/app/tasks"),
  },
  {
    id: "task.focusRounds",
    title: t("Focus for 25 Minutes on Task..."),
    group: "General",
    icon: Timer,
    keywords: t("pomodoro timer concentrate"),
    choices: choices("rounds"),
    run: ({ go }) => go("/app/tasks"),
  },
  {
    id: "task.toggleTimer",
    title: () => (isRunning() ? t("Pause Timer") : t("Resume Timer")),
    group: "General",
    icon: CirclePause,
    isAvailable: () => focusNow() !== null,
    run: toggleFocus,
  },
  {
    id: "task.stopTimer",
    title: t("Stop Timer"),
    group: "General",
    icon: CircleStop,
    isAvailable: () => focusNow() !== null,
    run: stopFocus,
  },
];
