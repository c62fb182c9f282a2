import { z } from "zod";
import { PartState, RECORD_KINDS } from "./changesets.ts";
import { ChatScope } from "./chat.ts";
import { defineNoun } from "./noun.ts";
import { AGENT_EVENTS, AGENT_RECIPES, BUDGET } from "./shared/assistant-choices.ts";
import { declares, Done, Id, Instant, signedIn, text } from "./shared/base.ts";

/** Of one account. */
export const MOST_AGENTS = 50;
/** Runs that are kept of one account: the newest. */
export const MOST_RUNS = 1_000;
export const INSTRUCTIONS_MAX = 20_000;

export const AgentTrigger = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("hand") }),
    z.object({
      kind: z.literal("schedule"),
      days: z.array(z.int().min(1).max(7)).min(1).max(7).describe("1 is Monday, 7 Sunday"),
      time: z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
        .describe("By the account's time zone"),
    }),
    z.object({
      kind: z.literal("event"),
      on: z.enum(AGENT_EVENTS).describe("What changesets make sets no agent off"),
    }),
    z.object({ kind: z.literal("webhook") }),
  ])
  .describe("What sets it off, beside a press of Run");
export type AgentTrigger = z.infer<typeof AgentTrigger>;

export const AgentBudget = z
  .object({
    steps: z.int().min(1).max(BUDGET.steps.max),
    tokens: z.int().min(1_000).max(BUDGET.tokens.max),
    minutes: z.int().min(1).max(BUDGET.minutes.max),
  })
  .describe("Of one run; what is over it ends");

/** What an agent may change: things by their kind, and texts of notes. */
const APPLIED = [...RECORD_KINDS, "text"] as const;

const chosen = {
  name: text(100).pipe(z.string().trim().min(1)),
  recipe: z.enum(AGENT_RECIPES).describe("model: a model follows the instructions; the others need none"),
  instructions: text(INSTRUCTIONS_MAX).describe("For a model"),
  tools: z.array(text(60)).max(100).describe("Names of the tools a model may use"),
  scope: ChatScope.describe("What it looks at and changes; empty: everything that its fences allow"),
  trigger: AgentTrigger,
  providerId: Id.nullable().describe("Whose model it asks; null: the one that Chat uses"),
  budget: AgentBudget,
  applies: z
    .array(z.enum(APPLIED))
    .max(APPLIED.length)
    .describe("Changes of these kinds are made at once; all others, and all removals, wait for approval"),
  isOn: z.boolean().describe("Off: it runs by hand alone"),
};

export const Agent = z
  .object({
    id: Id,
    ...chosen,
    nextRunAt: Instant.nullable().describe("By its schedule"),
    hasWebhook: z.boolean(),
    isPaused: z
      .boolean()
      .describe(
        "Signed out everywhere, or the password reset, since it was last allowed; saving it allows it",
      ),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .describe("Does something by itself and proposes what it would change");
export type Agent = z.infer<typeof Agent>;

export const RunState = z.enum(["waiting", "running", "done", "failed", "stopped"]);
export type RunState = z.infer<typeof RunState>;

const RunStep = z.object({ at: Instant, words: z.string(), isFault: z.boolean() });
export type RunStep = z.infer<typeof RunStep>;

const runHead = {
  id: Id,
  agentId: Id.nullable().describe("null: it was deleted since"),
  agentName: z.string(),
  cause: z.enum(["hand", "schedule", "event", "webhook"]),
  isDry: z.boolean().describe("Proposes nothing; says what it would propose"),
  state: RunState,
  summary: z.string().describe("What came of it, in words; Markdown where a model wrote it"),
  fault: z.string().nullable(),
  changesetId: Id.nullable().describe("What it proposed, or did, with its undo"),
  proposed: z.int().describe("How many changes it proposed"),
  applied: z.int().describe("How many of them it made at once"),
  states: z
    .partialRecord(PartState, z.int())
    .describe("How many parts of its changeset are in each state now; none where that was deleted"),
  isSeen: z.boolean(),
  createdAt: Instant,
  endedAt: Instant.nullable(),
};

export const AgentRun = z.object(runHead);
export type AgentRun = z.infer<typeof AgentRun>;

export const AgentRunDetail = z.object({
  ...runHead,
  steps: z.array(RunStep),
  model: z.string().nullable(),
  tokensIn: z.int().nullable(),
  tokensOut: z.int().nullable(),
  cost: z.number().nullable().describe("In US dollars"),
});
export type AgentRunDetail = z.infer<typeof AgentRunDetail>;

const operations = {
  list: signedIn
    .route({ method: "GET", path: "/agents", summary: "Agents by name, and the tools there are" })
    .input(z.object({}).optional())
    .output(
      z.object({
        agents: z.array(Agent),
        tools: z.array(z.object({ name: z.string(), description: z.string(), isWriting: z.boolean() })),
        unseen: z.int().describe("Runs that ended since the last visit"),
      }),
    ),

  save: signedIn
    .errors(declares("CONFLICT", "QUOTA_EXCEEDED"))
    .route({
      method: "PUT",
      path: "/agents/{id}",
      summary: "Make an agent, or change one; that allows it to run without a session",
    })
    .input(z.object({ id: Id.describe("Made by the caller to be able to repeat the call"), ...chosen }))
    .output(Agent),

  remove: signedIn
    .route({
      method: "DELETE",
      path: "/agents/{agentId}",
      summary: "Permanently delete an agent; its runs stay in the log, and what it changed stays as it is",
    })
    .input(z.object({ agentId: Id }))
    .output(Done),

  makeWebhook: signedIn
    .route({
      method: "POST",
      path: "/agents/{agentId}/webhook",
      summary: "A new address that sets the agent off; the one before it ends",
    })
    .input(z.object({ agentId: Id }))
    .output(z.object({ url: z.string().describe("Told once: it is not kept") })),

  run: signedIn
    .errors(declares("CONFLICT", "QUOTA_EXCEEDED"))
    .route({ method: "POST", path: "/agents/{agentId}/runs", summary: "Run an agent", successStatus: 201 })
    .input(
      z.object({
        agentId: Id,
        id: Id.describe("Of the run, made by the caller: repeated, it runs once"),
        isDry: z.boolean().default(false),
      }),
    )
    .output(AgentRun),

  runs: signedIn
    .route({ method: "GET", path: "/agent-runs", summary: "Runs, the newest first" })
    .input(
      z.object({
        agentId: Id.optional(),
        unseen: z.boolean().optional().describe("Those that ended since the last visit"),
        before: Id.optional().describe("Older than this run"),
        limit: z.int().min(1).max(100).default(30),
      }),
    )
    .output(z.object({ runs: z.array(AgentRun), hasMore: z.boolean() })),

  getRun: signedIn
    .route({ method: "GET", path: "/agent-runs/{runId}", summary: "A run with all its steps" })
    .input(z.object({ runId: Id }))
    .output(AgentRunDetail),

  stop: signedIn
    .route({ method: "POST", path: "/agent-runs/{runId}/stop", summary: "Stop a run; it proposes nothing" })
    .input(z.object({ runId: Id }))
    .output(Done),

  see: signedIn
    .route({ method: "POST", path: "/agent-runs/seen", summary: "All runs up to this one have been seen" })
    .input(z.object({ through: Id }))
    .output(Done),
};

/** What runs by itself, and asks first. */
export const agentsNoun = defineNoun({
  operations,
  liveEntities: ["agent", "agentRun"],
  activityTypes: ["agent_created", "agent_updated", "agent_deleted"],
});
