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
import { askedBy, bytesOf, parseJson, type Question, send } from "./send.ts";
import { readEvents } from "./sse.ts";

export const VERSION = { "anthropic-version": "2023-06-01" };

const Tokens = z.object({ input_tokens: z.number().nullish(), output_tokens: z.number().nullish() });
const Event = z.discriminatedUnion("type", [
  z.object({ type: z.literal("message_start"), message: z.object({ usage: Tokens.nullish() }) }),
  z.object({
    type: z.literal("content_block_start"),
    index: z.number(),
    content_block: z.object({ type: z.string(), id: z.string().optional(), name: z.string().optional() }),
  }),
  z.object({
    type: z.literal("content_block_delta"),
    index: z.number(),
    delta: z.object({
      text: z.string().optional(),
      thinking: z.string().optional(),
      partial_json: z.string().optional(),
    }),
  }),
  z.object({ type: z.literal("content_block_stop"), index: z.number() }),
  z.object({
    type: z.literal("message_delta"),
    delta: z.object({ stop_reason: z.string().nullish() }),
    usage: Tokens.nullish(),
  }),
  z.object({ type: z.literal("message_stop") }),
  z.object({ type: z.literal("error"), error: z.unknown().optional() }),
]);

const END: Record<string, EndReason> = {
  end_turn: "stop",
  stop_sequence: "stop",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  tool_use: "tools",
  refusal: "filtered",
};

type State = { reason: EndReason | null; isWhole: boolean; usage: Usage; calls: Map<number, ToolCall> };

/** @throws ModelFault */
export async function* streamAnthropicChat(
  egress: Egress,
  connection: Connection,
  limits: ModelLimits,
  request: ChatRequest,
): AsyncGenerator<ChatPart> {
  const question = chatQuestion(limits, request);
  const asked = askedBy(connection, question);
  const answer = await send(egress, connection, question);
  const state: State = {
    reason: null,
    isWhole: false,
    usage: { input: null, output: null },
    calls: new Map(),
  };
  if (!/event-stream/i.test(answer.headers["content-type"] ?? "")) {
    await answer.body.cancel();
    throw notUnderstood(asked.host);
  }
  for await (const { data } of readEvents(bytesOf(answer, asked.host))) {
    yield* partsOf(parseJson(data, asked.host), asked, state);
    if (state.isWhole) break;
  }
  if (!state.isWhole) throw cutOff(asked.host);
  yield { type: "end", reason: state.reason ?? "stop", usage: state.usage };
}

function chatQuestion(limits: ModelLimits, request: ChatRequest): Question {
  const { model, messages, tools = [], maxTokens = 4096, signal } = request;
  const system = messages.flatMap(({ role, text }) => (role === "system" ? [text] : [])).join("\n\n");
  return {
    path: "/messages",
    headers: VERSION,
    json: {
      model,
      max_tokens: maxTokens,
      stream: true,
      ...(system && { system }),
      messages: messages.flatMap(toMessages),
      ...(tools.length > 0 && {
        tools: tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema })),
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

/** Two of one role in a row are taken as one by the other side. */
function toMessages(message: ModelMessage): object[] {
  if (message.role === "system") return [];
  if (message.role === "tool")
    return [
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: message.callId, content: message.text }],
      },
    ];
  if (message.role === "user") return [{ role: "user", content: contentOf(message) }];
  const calls = (message.calls ?? []).map(({ id, name, input }) => ({
    type: "tool_use",
    id,
    name,
    input: objectOf(input),
  }));
  // An empty text is refused.
  const text = message.text === "" ? [] : [{ type: "text", text: message.text }];
  const content = [...text, ...calls];
  return content.length > 0 ? [{ role: "assistant", content }] : [];
}

function contentOf({ text, pictures = [] }: Extract<ModelMessage, { role: "user" }>): string | object[] {
  if (pictures.length === 0) return text;
  const shown = pictures.map(({ base64 }) => ({
    type: "image",
    source: { type: "base64", media_type: "image/jpeg", data: base64 },
  }));
  return [...shown, { type: "text", text }];
}

function objectOf(input: string): unknown {
  try {
    return JSON.parse(input || "{}");
  } catch {
    // What a model wrote may be no JSON; it sees what it wrote.
    return { input };
  }
}

function* partsOf(json: unknown, asked: Asked, state: State): Generator<ChatPart> {
  const { data: event } = Event.safeParse(json);
  if (!event) return assertUnknown(json, asked.host);
  switch (event.type) {
    case "message_start":
      state.usage = { ...state.usage, input: event.message.usage?.input_tokens ?? null };
      break;
    case "content_block_start": {
      const { type, id, name } = event.content_block;
      if (type === "tool_use" && id && name) state.calls.set(event.index, { id, name, input: "" });
      break;
    }
    case "content_block_delta":
      yield* deltaOf(event, state);
      break;
    case "content_block_stop": {
      const call = state.calls.get(event.index);
      if (call) yield { type: "call", call };
      break;
    }
    case "message_delta":
      if (event.delta.stop_reason) state.reason = END[event.delta.stop_reason] ?? "stop";
      state.usage = { ...state.usage, output: event.usage?.output_tokens ?? state.usage.output };
      break;
    case "message_stop":
      state.isWhole = true;
      break;
    case "error":
      throw faultOfEvent(event.error, asked);
  }
}

type DeltaEvent = Extract<z.infer<typeof Event>, { type: "content_block_delta" }>;

function* deltaOf({ index, delta }: DeltaEvent, state: State): Generator<ChatPart> {
  if (delta.text) yield { type: "text", text: delta.text };
  if (delta.thinking) yield { type: "reasoning", text: delta.thinking };
  const call = state.calls.get(index);
  if (call && delta.partial_json) call.input += delta.partial_json;
}

const KNOWN = new Set<string>(Event.options.map(({ shape }) => shape.type.value));

/** New kinds of events may come at any time, and are passed over; a known one of another shape is no answer. */
function assertUnknown(json: unknown, host: string): void {
  const type = (json as { type?: unknown } | null)?.type;
  if (typeof type !== "string" || KNOWN.has(type)) throw notUnderstood(host);
}
