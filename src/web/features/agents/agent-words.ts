import type { Agent, AgentRun, AgentTrigger } from "#contract/agents.ts";
import { type AgentEvent, type AgentRecipe, BUDGET } from "#contract/shared/assistant-choices.ts";
import { clockTime, weekdayHead, weekdayName } from "../../lib/dates.ts";
import { language } from "../../lib/messages/catalog.ts";
import { t } from "../../lib/messages/t.ts";

type RecipeWords = { name: string; about: string; trigger: AgentTrigger };

const daily = [1, 2, 3, 4, 5, 6, 7];
const sundays: AgentTrigger = { kind: "schedule", days: [7], time: "18:00" };

/** What each does, and when it usually does it. */
export const RECIPES: Record<AgentRecipe, RecipeWords> = {
  "weekly-review": {
    name: t("Weekly review"),
    about: t("A note each week: what was done, what is late, what you wrote and what comes next."),
    trigger: sundays,
  },
  "tidy-tags": {
    name: t("Tidy tags"),
    about: t("Finds tags written in several ways and proposes one of them."),
    trigger: sundays,
  },
  "meeting-follow-up": {
    name: t("Meeting follow-up"),
    about: t("When an event has ended, proposes tasks from what its notes say is to be done."),
    trigger: { kind: "event", on: "event_ended" },
  },
  "stale-notes": {
    name: t("Stale notes"),
    about: t("Tags notes that were not changed for half a year, so that you can look through them."),
    trigger: { kind: "schedule", days: [1], time: "08:00" },
  },
  "inbox-to-tasks": {
    name: t("Inbox to tasks"),
    about: t("Turns the lists in your inbox notes into checkboxes, which are tasks."),
    trigger: { kind: "schedule", days: daily, time: "07:00" },
  },
  model: {
    name: t("Your own agent"),
    about: t("An AI model follows your instructions, with the tools you give it."),
    trigger: { kind: "hand" },
  },
};

export const newAgent = (recipe: AgentRecipe, tools: string[]): Omit<Chosen, "id"> => ({
  name: recipe === "model" ? t("New agent") : RECIPES[recipe].name,
  recipe,
  instructions: "",
  tools,
  scope: {},
  trigger: RECIPES[recipe].trigger,
  providerId: null,
  budget: {
    steps: BUDGET.steps.usual,
    tokens: BUDGET.tokens.usual,
    minutes: BUDGET.minutes.usual,
  },
  applies: [],
  // What asks a model is set up first.
  isOn: recipe !== "model",
});
export type Chosen = Omit<Agent, "nextRunAt" | "hasWebhook" | "isPaused" | "createdAt" | "updatedAt">;

export const EVENT_WORDS: Record<AgentEvent, string> = {
  note_created: t("A note is created"),
  task_created: t("A task is created"),
  task_completed: t("A task is completed"),
  event_created: t("An event is created"),
  event_ended: t("An event has ended"),
};

/** 1 is Monday; January 2024 began with one. */
const dayOf = (day: number): Date => new Date(2024, 0, day);
export const longWeekday = (day: number): string => weekdayName(dayOf(day));

export function triggerWords(trigger: AgentTrigger): string {
  if (trigger.kind === "hand") return t("When you run it");
  if (trigger.kind === "webhook") return t("When its address is called");
  if (trigger.kind === "event") return EVENT_WORDS[trigger.on];
  const { days } = trigger;
  const [hour, minute] = trigger.time.split(":").map(Number);
  const time = clockTime(new Date(2024, 0, 1, hour, minute));
  if (days.length === 7) return t("Every day at {time}", { time });
  const names = days.toSorted((one, other) => one - other).map((day) => weekdayHead(dayOf(day)));
  return t("{days} at {time}", { days: new Intl.ListFormat(language).format(names), time });
}

export const STATE_WORDS: Record<AgentRun["state"], string> = {
  waiting: t("Waiting"),
  running: t("Running"),
  done: t("Done"),
  failed: t("Failed"),
  stopped: t("Stopped"),
};

export const CAUSE_WORDS: Record<AgentRun["cause"], string> = {
  hand: t("Run by you"),
  schedule: t("By schedule"),
  event: t("By an event"),
  webhook: t("By its address"),
};

/** What may be done at once. */
const APPLIES: Record<Agent["applies"][number], string> = {
  text: t("The text of notes"),
  note: t("Notes: new ones, titles, tags, folders"),
  folder: t("Folders"),
  task: t("Tasks"),
  event: t("Events"),
  reminder: t("Reminders"),
  file: t("Files"),
  layout: t("Dashboards"),
};
export const APPLIES_OPTIONS = Object.entries(APPLIES).map(([value, words]) => ({
  value: value as keyof typeof APPLIES,
  words,
}));
