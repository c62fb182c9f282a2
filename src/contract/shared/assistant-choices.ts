/**
 * What an assistant can be asked to do with a text.
 * - `improve`, `fix`, `shorten`, `expand`, `translate`, `tone` answer the whole text anew
 * - `continue` answers only what comes after it
 * - `explain`, `summarize` answer about it
 * - `title` answers one for it
 */
export const ASSISTANT_ACTIONS = [
  "improve",
  "fix",
  "shorten",
  "expand",
  "translate",
  "tone",
  "continue",
  "explain",
  "summarize",
  "title",
] as const;
export type AssistantAction = (typeof ASSISTANT_ACTIONS)[number];

export const TONES = ["friendly", "formal", "confident", "plain"] as const;
export type Tone = (typeof TONES)[number];

/** In letters, of a text that goes to a model in one piece. */
export const ASSISTED_TEXT_MAX = 20_000;
/** In letters, of what stands before and after it. */
export const ASSISTED_CONTEXT_MAX = 2_000;
/** Of an account. */
export const MOST_ACTIONS = 100;
/** Of one's own: the answer stands for the text, or is shown beside it. */
export const OWN_OUTCOMES = ["replace", "read"] as const;
export type OwnOutcome = (typeof OWN_OUTCOMES)[number];

export const INSTRUCTION_MAX = 4_000;

/** What an agent does. All but the first need no model. */
export const AGENT_RECIPES = [
  "model",
  "weekly-review",
  "tidy-tags",
  "meeting-follow-up",
  "stale-notes",
  "inbox-to-tasks",
] as const;
export type AgentRecipe = (typeof AGENT_RECIPES)[number];

export const AGENT_EVENTS = [
  "note_created",
  "task_created",
  "task_completed",
  "event_created",
  "event_ended",
] as const;
export type AgentEvent = (typeof AGENT_EVENTS)[number];

/** Of one run: what is usual, and the most there is. */
export const BUDGET = {
  steps: { usual: 30, max: 100 },
  tokens: { usual: 200_000, max: 1_000_000 },
  minutes: { usual: 5, max: 30 },
} as const;
