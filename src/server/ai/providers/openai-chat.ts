import { z } from "zod";
import type { Egress } from "../../platform/egress/egress.ts";
import type {
  ChatPart,
  ChatRequest,
  Connection,
  EndReason,
  ModelLimits,
  ModelMessage,
  ToolCall,
  Usage,
} from "./model-client.ts";
import { cutOff, notUnderstood } from "./model-fault.ts";
import { type Asked, faultOfEvent } from "./refusals.ts";
import { askedBy, askForCost, bytesOf, hostOf, parseJson, type Question, readJson, send } from "./send.ts";
import { readEvents } from "./sse.ts";

const words = z.string().nullish();
const Delta = z.object({
  content: words,
  // Two names for the same: DeepSeek's, which llama.cpp and vLLM took over, and OpenRouter's, which Ollama did.
  reasoning_content: words,
  reasoning: words,
  tool_calls: z
    .array(
      z.object({
        index: z.number().nullish(),
        id: words,
        function: z.object({ name: words, arguments: words }).nullish(),
      }),
    )
    .nullish(),
});
const Chunk = z.object({
  error: z.unknown().optional(),
  choices: z
    .array(z.object({ delta: Delta.nullish(), message: Delta.nullish(), finish_reason: words }))
    .nullish(),
  usage: z
    .object({
      prompt_tokens: z.number().nullish(),
      completion_tokens: z.number().nullish(),
      // OpenRouter's, in US dollars.
      cost: z.number().min(0).nullish().catch(null),
    })
    .nullish(),
});

const END: Record<string, EndReason> = {
  stop: "stop",
  length: "length",
  tool_calls: "tools",
  function_call: "tools",
  content_filter: "filtered",
};

/** What an answer has been so far. */
type State = { reason: EndReason | null; usage: Usage; calls: Map<number, ToolCall> };

/** @throws ModelFault */
export async function* streamOpenAiChat(
  egress: Egress,
  connection: Connection,
  limits: ModelLimits,
  request: ChatRequest,
): AsyncGenerator<ChatPart> {
  const question = chatQuestion(connection, limits, request);
  const asked = askedBy(connection, question);
  const answer = await send(egress, connection, question);
  const state: State = { reason: null, usage: { input: null, output: null }, calls: new Map() };
  if (/json/i.test(answer.headers["content-type"] ?? "")) {
    // Some servers cannot stream, or not with tools, and answer at once.
    yield* partsOf(await readJson(answer, asked.host), asked, state);
  } else {
    for await (const { data } of readEvents(bytesOf(answer, asked.host))) {
      if (data === "[DONE]") break;
      yield* partsOf(parseJson(data, asked.host), asked, state);
    }
  }
  if (state.reason === null) throw cutOff(asked.host);
  for (const call of state.calls.values()) yield { type: "call", call };
  yield {
    type: "end",
    // Some servers say "stop" when they want a tool.
    reason: state.calls.size > 0 ? "tools" : state.reason,
    usage: state.usage,
  };
}

function chatQuestion(connection: Connection, limits: ModelLimits, request: ChatRequest): Question {
  const { model, messages, tools = [], maxTokens = 4096, signal } = request;
  // OpenAI's newer models refuse the name that all others know.
  const limitName = hostOf(connection) === "api.openai.com" ? "max_completion_tokens" : "max_tokens";
  return {
    path: "/chat/completions",
    json: {
      model,
      messages: messages.map(toMessage),
      stream: true,
      stream_options: { include_usage: true },
      ...askForCost(connection),
      [limitName]: maxTokens,
      ...(tools.length > 0 && {
        tools: tools.map(({ name, description, schema }) => ({
          type: "function",
          function: { name, description, parameters: schema },
        })),
      }),
    },
    skill: tools.length > 0 ? "use tools" : "chat",
    model,
    timeoutMs: limits.answerMs,
    idleMs: limits.idleMs,
    maxBytes: limits.answerBytes,
    signal,
  };
}

function toMessage(message: ModelMessage): object {
  if (message.role === "tool") return { role: "tool", tool_call_id: message.callId, content: message.text };
  if (message.role === "user" && message.pictures?.length)
    return {
      role: "user",
      content: [
        { type: "text", text: message.text },
        ...message.pictures.map(({ base64 }) => ({
          type: "image_url",
          image_url: { url: `data:image/jpeg;base64,${base64}` },
        })),
      ],
    };
  if (message.role !== "assistant" || !message.calls?.length)
    return { role: message.role, content: message.text };
  return {
    role: "assistant",
    content: message.text || null,
    tool_calls: message.calls.map(({ id, name, input }) => ({
      id,
      type: "function",
      function: { name, arguments: input },
    })),
  };
}

function* partsOf(json: unknown, asked: Asked, state: State): Generator<ChatPart> {
  const { data: chunk } = Chunk.safeParse(json);
  if (!chunk) throw notUnderstood(asked.host);
  if (chunk.error !== undefined && chunk.error !== null) throw faultOfEvent(chunk.error, asked);
  if (chunk.usage)
    state.usage = {
      input: chunk.usage.prompt_tokens ?? null,
      output: chunk.usage.completion_tokens ?? null,
      ...(typeof chunk.usage.cost === "number" && { cost: chunk.usage.cost }),
    };
  const [choice] = chunk.choices ?? [];
  if (!choice && !chunk.usage && chunk.choices == null) throw notUnderstood(asked.host);
  if (!choice) return;
  const delta = choice.delta ?? choice.message;
  const reasoning = delta?.reasoning_content ?? delta?.reasoning;
  if (reasoning) yield { type: "reasoning", text: reasoning };
  if (delta?.content) yield { type: "text", text: delta.content };
  collectCalls(delta?.tool_calls ?? [], state.calls);
  if (choice.finish_reason) state.reason = END[choice.finish_reason] ?? "stop";
}

type CallPiece = NonNullable<NonNullable<z.infer<typeof Delta>["tool_calls"]>>[number];

/** A call comes in pieces that name their place; some servers send each whole, and name none. */
function collectCalls(pieces: CallPiece[], calls: Map<number, ToolCall>): void {
  for (const { index, id, function: named } of pieces) {
    const place = index ?? calls.size;
    const call = calls.get(place) ?? { id: id ?? `call-${place}`, name: "", input: "" };
    if (id) call.id = id;
    call.name += named?.name ?? "";
    call.input += named?.arguments ?? "";
    calls.set(place, call);
  }
}
