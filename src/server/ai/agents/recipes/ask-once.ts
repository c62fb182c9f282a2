import type { ChatPart, ModelMessage, ToolCall, Usage } from "../../providers/model-client.ts";
import type { TaskModel } from "../../providers/recorded-model.ts";
import type { Tool } from "../../tools/tool.ts";
import { schemaOf } from "../../tools/tools.ts";
import { Stopped } from "../watch-run.ts";
import type { Spent, Working } from "./recipe.ts";

const TOKENS_MAX = 8_192;
/** Where a server doesn't count them. */
const BYTES_OF_TOKEN = 4;

type Asking = { messages: readonly ModelMessage[]; tools: ReadonlyMap<string, Tool> };
type Round = { said: string; calls: ToolCall[] };

const tokensIn = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_OF_TOKEN);
const totalOf = ({ tokensIn: input, tokensOut: output }: Spent): number => (input ?? 0) + (output ?? 0);

/** @throws Stopped when it has used its tokens up, also in mid-sentence: there are models that never end */
export async function askOnce(
  working: Working,
  model: TaskModel,
  { messages, tools }: Asking,
): Promise<Round> {
  const { spent, signal, agent } = working;
  const left = agent.budget.tokens - totalOf(spent);
  if (left <= 0) throw usedUp(working);
  await working.noteSent();
  const round: Round = { said: "", calls: [] };
  let heard = 0;
  let usage: Usage | null = null;
  const take = (part: ChatPart) => {
    if (part.type === "end") usage = part.usage;
    else if (part.type === "call") round.calls.push(part.call);
    else if (part.type === "text") round.said += part.text;
    if (part.type === "text" || part.type === "reasoning") heard += tokensIn(part.text);
    else if (part.type === "call") heard += tokensIn(part.call.input);
    if (usage === null && heard > left) throw usedUp(working);
  };
  const offered = [...tools.values()].map((tool) => ({
    name: tool.name,
    description: tool.description,
    schema: schemaOf(tool),
  }));
  const maxTokens = Math.min(TOKENS_MAX, left);
  const request = { messages, maxTokens, signal, ...(offered.length > 0 && { tools: offered }) };
  try {
    for await (const part of model.streamChat(request)) take(part);
  } finally {
    // A server that refused the question has counted nothing.
    if (usage !== null || heard > 0) count(spent, usage, { asked: tokensIn(JSON.stringify(request)), heard });
  }
  return round;
}

function count(spent: Spent, usage: Usage | null, { asked, heard }: { asked: number; heard: number }): void {
  spent.tokensIn = (spent.tokensIn ?? 0) + (usage?.input ?? asked);
  spent.tokensOut = (spent.tokensOut ?? 0) + (usage?.output ?? heard);
  if (typeof usage?.cost === "number") spent.cost = (spent.cost ?? 0) + usage.cost;
}

const usedUp = ({ agent }: Working): Stopped =>
  new Stopped(`It used all of its ${agent.budget.tokens.toLocaleString("en")} tokens.`);
