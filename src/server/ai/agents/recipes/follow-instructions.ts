import { reachOf } from "../../../notes/ai-access/reach.ts";
import { Failure } from "../../../failure.ts";
import type { TaskModel } from "../../providers/recorded-model.ts";
import type { ToolContext, Tool } from "../../tools/tool.ts";
import { runTool, toolsFor } from "../../tools/tools.ts";
import { askOnce } from "./ask-once.ts";
import { promptOf } from "./prompt.ts";
import type { Recipe, Working } from "./recipe.ts";

const SUMMARY_MAX = 20_000;
const PROMPT_KEPT = 2_000;
const TITLE_MAX = 200;

/** Has a model do what the instructions say, with the tools it was given; what reads is done, what writes is proposed. */
export const followInstructions: Recipe = async (working) => {
  const { agent, services, userId, draft, scope } = working;
  if (agent.instructions.trim() === "")
    throw new Failure("INVALID_INPUT", "It has no instructions yet. Write down what it is to do.");
  const model = await modelOf(working);
  working.source = {
    kind: "agent",
    model: model.model,
    prompt: agent.instructions.slice(0, PROMPT_KEPT).toWellFormed(),
  };
  working.spent.model = model.model;
  const tools = allowedTools(working);
  const context: ToolContext = {
    services,
    userId,
    reach: reachOf(model),
    scope,
    source: working.source,
    draft,
  };
  const messages = await promptOf(working, context);
  for (;;) {
    const round = await askOnce(working, model, { messages, tools });
    if (round.calls.length === 0)
      return {
        title: agent.name.slice(0, TITLE_MAX),
        summary: round.said.trim().slice(0, SUMMARY_MAX) || "It ended without a word.",
      };
    messages.push({ role: "assistant", text: round.said, calls: round.calls });
    for (const call of round.calls) {
      working.signal.throwIfAborted();
      const { text, step, isFault, sent } = await runTool(tools, context, call);
      await working.step(step, isFault);
      working.sent.push(...sent);
      messages.push({ role: "tool", callId: call.id, text });
    }
  }
};

async function modelOf({ services: { models }, userId, agent }: Working): Promise<TaskModel> {
  const { providerId } = agent;
  const model = providerId
    ? (await models.open(userId, providerId).catch(sayGone)).model("chat")
    : await models.forTask(userId, "chat");
  if (!model)
    throw new Failure(
      "INVALID_INPUT",
      "No AI model is set up for Chat. Choose one under Settings, AI models.",
    );
  return model;
}

function sayGone(error: unknown): never {
  if (!(error instanceof Failure) || error.code !== "NOT_FOUND") throw error;
  throw new Failure("NOT_FOUND", "The AI model that it used was removed. Choose another one for it.");
}

/** What the person ticked, of what there is now. */
function allowedTools({ agent, services }: Working): Map<string, Tool> {
  const wanted = new Set(agent.tools);
  return new Map([...toolsFor(services.changeables)].filter(([name]) => wanted.has(name)));
}
