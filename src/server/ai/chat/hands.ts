import type { ChatScope, SentPassage } from "#contract/chat.ts";
import { reachOf } from "../../notes/ai-access/reach.ts";
import type { ChatRequest, ToolCall } from "../providers/model-client.ts";
import type { TaskModel } from "../providers/recorded-model.ts";
import { Draft } from "../tools/draft.ts";
import type { Tool, ToolContext } from "../tools/tool.ts";
import { runToolInRehearsal } from "../tools/in-rehearsal.ts";
import { runTool, schemaOf, type ToolAnswer, toolsFor } from "../tools/tools.ts";
import type { AnswerDraft } from "./answer-draft.ts";
import { nameOf } from "./ask.ts";
import { resolveScope } from "./context.ts";
import { useOperatorTool } from "./operator-hands.ts";
import type { Deps, Wanted } from "./write-answer.ts";

/** Of one answer. */
const MOST_ROUNDS = 12;
const MOST_USES = 40;
const MOST_TOKENS = 400_000;
const MOST_MS = 5 * 60_000;
const PROMPT_KEPT = 2_000;

/** What a model can do beside answering, within the limits of one answer. */
export type Hands = {
  tools: NonNullable<ChatRequest["tools"]>;
  /** Whether there may be another round; where not, it has to say what it has to say. */
  mayGoOn: (tokens: number) => boolean;
  /** Whether a tool was used: what it has read or drafted stays. */
  hasBegun: () => boolean;
  /** `note` puts on record what goes to a server, before it goes. */
  use: (call: ToolCall, note: Note) => Promise<{ text: string; sent: SentPassage[] }>;
  /** @returns the id of the changeset that waits; null where nothing is to be changed. @throws Failure */
  propose: () => Promise<string | null>;
};

type Note = (passage: SentPassage) => Promise<void>;

type Asking = {
  deps: Deps;
  wanted: Pick<Wanted, "userId" | "answerId">;
  model: Pick<TaskModel, "model" | "isLocal">;
  draft: AnswerDraft;
  question: string;
  scope: ChatScope;
  signal: AbortSignal;
};

export async function createHands(asking: Asking): Promise<Hands> {
  const { deps, model, draft, question, scope } = asking;
  const { userId } = asking.wanted;
  const tools = toolsFor(deps.changeables);
  const foreign = await createForeignHands(asking);
  const source = {
    kind: "chat",
    model: model.model,
    prompt: question.slice(0, PROMPT_KEPT).toWellFormed(),
  } as const;
  const context: ToolContext = {
    services: deps,
    userId,
    reach: reachOf(model),
    scope: await resolveScope(deps.db, userId, scope),
    source,
    draft: new Draft(),
  };
  const own = handsOf(tools, context, { title: nameOf(question), rehearsalId: scope.rehearsalId });
  const limits = createLimits(foreign.spentMs);
  return {
    tools: [...[...tools.values()].map(asOffered), ...foreign.offered],
    mayGoOn: limits.mayGoOn,
    hasBegun: () => limits.uses() > 0,
    async use(call, note) {
      if (!limits.mayUse())
        return { text: JSON.stringify({ error: "No more tools. Answer now." }), sent: [] };
      const told = await foreign.use(call, note);
      if (told !== null) return { text: told, sent: [] };
      const { text, step, isFault, sent } = await own.use(call);
      draft.addStep({ tool: call.name.slice(0, 60), words: step, isFault });
      return { text, sent };
    },
    propose: own.propose,
  };
}

/** @param spentMs Milliseconds that don't count */
function createLimits(spentMs: () => number) {
  const begun = performance.now();
  let [rounds, uses] = [0, 0];
  return {
    uses: () => uses,
    mayUse: () => ++uses <= MOST_USES,
    mayGoOn: (tokens: number) =>
      ++rounds <= MOST_ROUNDS &&
      uses < MOST_USES &&
      tokens < MOST_TOKENS &&
      performance.now() - begun - spentMs() < MOST_MS,
  };
}

/** What the tools propose is gathered for one changeset, or goes into the rehearsal that the conversation is about. */
function handsOf(
  tools: ReadonlyMap<string, Tool>,
  context: ToolContext,
  { title, rehearsalId }: { title: string; rehearsalId: string | undefined },
): { use: (call: ToolCall) => Promise<ToolAnswer>; propose: Hands["propose"] } {
  const { services, userId, source, draft } = context;
  if (rehearsalId === undefined)
    return {
      use: (call) => runTool(tools, context, call),
      propose: async () => (await draft.propose(services, userId, { title, source }))?.id ?? null,
    };
  let hasAdded = false;
  return {
    use: async (call) => {
      const { isAdded, ...answer } = await runToolInRehearsal(rehearsalId, tools, context, call);
      hasAdded ||= isAdded;
      return answer;
    },
    propose: () => Promise.resolve(hasAdded ? rehearsalId : null),
  };
}

const asOffered = (tool: Tool) => ({
  name: tool.name,
  description: tool.description,
  schema: schemaOf(tool),
});

/** The tools of the operator's servers. */
async function createForeignHands({ deps, wanted, model, draft, signal }: Asking) {
  const tools = await deps.operatorTools.offeredTo(reachOf(model));
  const refused = new Set<string>();
  let spent = 0;
  return {
    offered: [...tools.values()].map(({ name, description, schema }) => ({ name, description, schema })),
    /** A person who thinks about it takes no time of the model's. */
    spentMs: () => spent,
    /** @returns what the model is told; null where it is none of theirs */
    async use({ name, input }: ToolCall, note: Note): Promise<string | null> {
      const tool = tools.get(name);
      if (!tool) return null;
      const from = performance.now();
      const { userId, answerId } = wanted;
      const using = { db: deps.db, userId, answerId, draft, signal, isLocal: model.isLocal, refused, note };
      const told = await useOperatorTool(using, tool, input);
      spent += performance.now() - from;
      return told;
    },
  };
}

/** Where a model refuses tools, it is not offered them again for a while. */
const WITHOUT_MS = 60 * 60_000;
const without = new Map<string, number>();
const keyOf = ({ host, model }: Pick<TaskModel, "host" | "model">) => `${host} ${model}`;

export const takesTools = (model: TaskModel): boolean => (without.get(keyOf(model)) ?? 0) < Date.now();
export const refusesTools = (model: TaskModel): void => {
  if (without.size > 1_000) without.clear();
  without.set(keyOf(model), Date.now() + WITHOUT_MS);
};
