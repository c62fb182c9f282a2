import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer as readBytes } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { crc32, deflateSync } from "node:zlib";
import { answerSpeech, type Ears, FIXED_EARS, FIXED_VOICE, readForm, type Voice } from "./speech-routes.ts";

/** What the server does instead of answering well. */
export type ModelServerFault =
  | { status: number; body?: string; headers?: Record<string, string> }
  /** Takes the question and never answers. */
  | "silent"
  /** Breaks off in the middle of its answer. */
  | "cut"
  /** Ends a stream in order, but before it is whole. */
  | "short"
  /** Sends ten megabytes. */
  | "flood"
  /** Answers with what is no JSON. */
  | "garbage"
  /** Says in its stream that it failed. */
  | "error-event";

/** What a model says to a conversation: pieces in their order, with a pause after each. */
export type Script = (
  messages: { role: string; content: string }[],
  json: Record<string, unknown>,
) => {
  pieces: readonly string[];
  pauseMs?: number;
  /** Tools that it wants to be used when it has said that. */
  calls?: readonly { name: string; input: unknown }[];
};

export type ModelServer = {
  /** With /v1. */
  url: string;
  port: number;
  /** What it was asked, oldest first. */
  asked: {
    path: string;
    headers: IncomingMessage["headers"];
    json: Record<string, unknown>;
    sound: Buffer;
  }[];
  /** How many connections are open. */
  connections: () => Promise<number>;
  /** For the questions that follow; null answers well again. A list is used up, one for each question. */
  fail: (fault: ModelServerFault | null | (ModelServerFault | null)[]) => void;
  /** What chat says from now on; null says hello again. */
  say: (script: Script | string | null) => void;
  /** The vector that it gives a text, or null where it refuses it; null as it did at first. */
  embeds: (vectorOf: Embedder | null) => void;
  /** What it hears in recordings, and how it says a text; null as it did at first. */
  hears: (ears: Ears | null) => void;
  speaks: (voice: Voice | null) => void;
  models: string[];
  close: () => void;
};

type Embedder = (text: string) => number[] | null;

type Exchange = {
  response: ServerResponse;
  path: string;
  json: Record<string, unknown>;
  sound: Buffer;
  fault: ModelServerFault | null;
  script: Script | string | null;
  speech: { ears: Ears; voice: Voice };
  embedder: Embedder | null;
};

/**
 * A server of models that speaks OpenAI's protocol and Anthropic's, on a port of its own.
 * @param key what callers must show; absent: nobody is asked
 */
export async function startModelServer({ key, host = "127.0.0.1" }: { key?: string; host?: string } = {}) {
  let faults: (ModelServerFault | null)[] = [];
  let always: ModelServerFault | null = null;
  let script: Script | string | null = null;
  let embedder: Embedder | null = null;
  const speech = { ears: FIXED_EARS, voice: FIXED_VOICE };
  const asked: ModelServer["asked"] = [];
  const server = createServer((request, response) => void handle(request, response));
  async function handle(request: IncomingMessage, response: ServerResponse) {
    const path = new URL(request.url ?? "/", "http://server").pathname.replace(/^\/v1/, "");
    const body = await readBytes(request);
    const form = readForm(body, request.headers["content-type"]);
    const json = form?.json ?? (JSON.parse(body.toString("utf8") || "{}") as Record<string, unknown>);
    const sound = form?.sound ?? Buffer.alloc(0);
    asked.push({ path, headers: request.headers, json, sound });
    const shown = request.headers["x-api-key"] ?? request.headers.authorization?.replace("Bearer ", "");
    const isKnown = key === undefined || shown === key;
    const fault = isKnown ? (faults.shift() ?? always) : wrongKey(String(shown));
    await answer({ response, path, json, sound, fault, script, speech, embedder }, made.models);
  }
  await once(server.listen(0, host), "listening");
  const { port } = server.address() as AddressInfo;
  const made: ModelServer = {
    url: `http://${host}:${port}/v1`,
    port,
    asked,
    models: ["echo-large", "echo-small", "embed-3", "paint-1", "ear-1", "voice-1"],
    fail(fault) {
      faults = Array.isArray(fault) ? [...fault] : [];
      always = Array.isArray(fault) ? null : fault;
    },
    embeds(given) {
      embedder = given;
    },
    hears(given) {
      speech.ears = given ?? FIXED_EARS;
    },
    speaks(given) {
      speech.voice = given ?? FIXED_VOICE;
    },
    say(given) {
      script = given;
    },
    connections: () =>
      new Promise((done, refuse) =>
        server.getConnections((error, count) => (error ? refuse(error) : done(count))),
      ),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return made;
}

/** As real ones do, it quotes what it was shown. */
const wrongKey = (shown: string): ModelServerFault => ({
  status: 401,
  body: JSON.stringify({ error: { message: `Incorrect API key provided: ${shown}`, type: "invalid" } }),
});

async function answer(exchange: Exchange, models: string[]): Promise<void> {
  const { response, path, json, fault, script, speech } = exchange;
  if (fault === "silent") return;
  if (typeof fault === "object" && fault !== null) {
    response.writeHead(fault.status, { "content-type": "application/json", ...fault.headers });
    return void response.end(fault.body ?? '{"error":{"message":"refused"}}');
  }
  if (fault === "garbage") {
    response.writeHead(200, {
      "content-type": json["stream"] ? "text/event-stream" : "application/json",
    });
    return void response.end(json["stream"] ? "data: <html>\n\n" : "<html>It works!</html>");
  }
  if (fault === "flood") return flood(response);
  // Models that draw answer so at OpenRouter; one that only speaks says it can't.
  if (path === "/chat/completions" && Array.isArray(json["modalities"]) && fault === null)
    return chatPicture(response, json);
  if (path === "/chat/completions") {
    if (script !== null && fault === null) return void speak(response, piecesOf(script, json));
    return chat(response, json, fault);
  }
  if (path === "/messages") return messages(response, json, fault);
  if (await answerSpeech(response, path, exchange, speech)) return;
  if (path === "/embeddings" && exchange.embedder && takesNone(json, exchange.embedder)) {
    response.writeHead(400, { "content-type": "application/json" });
    return void response.end(JSON.stringify({ error: { message: "this input is not allowed" } }));
  }
  const found = other(path, json, models, exchange.embedder);
  response.writeHead(found ? 200 : 404, { "content-type": "application/json" });
  response.end(JSON.stringify(found ?? { error: { message: "no such route" } }));
}

function other(
  path: string,
  json: Record<string, unknown>,
  models: string[],
  embedder: Embedder | null,
): object | undefined {
  if (path === "/models") return { object: "list", data: models.map((id) => ({ id, object: "model" })) };
  if (path === "/embeddings") return embeddings(json["input"] as string[], embedder);
  if (path !== "/images/generations") return undefined;
  const count = Number(json["n"] ?? 1);
  const picture = (index: number) => ({ b64_json: aPicture(index).toString("base64") });
  return { created: 1, data: Array.from({ length: count }, (_, index) => picture(index)) };
}

const takesNone = (json: Record<string, unknown>, embedder: Embedder) =>
  (json["input"] as string[]).some((text) => embedder(text) === null);

function embeddings(texts: string[], embedder: Embedder | null): object {
  const data = texts.map((words, index) => ({
    index,
    embedding: embedder?.(words) ?? [words.length, index, 0.5],
  }));
  // Not every server keeps the order.
  return { data: data.toReversed(), usage: { prompt_tokens: texts.length * 4 } };
}

function chatPicture(response: ServerResponse, json: Record<string, unknown>): void {
  const url = `data:image/png;base64,${aPicture(1).toString("base64")}`;
  const isDrawing = String(json["model"]).startsWith("paint");
  const images = isDrawing ? { images: [{ type: "image_url", image_url: { url } }] } : {};
  const message = { role: "assistant", content: "Here you are.", ...images };
  const usage = { prompt_tokens: 6, completion_tokens: 1_290, cost: 0.0387 };
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ choices: [{ message, finish_reason: "stop" }], usage }));
}

function flood(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const piece = `data: ${JSON.stringify({ choices: [{ delta: { content: "x".repeat(60_000) } }] })}\n\n`;
  let sent = 0;
  const write = (): void => {
    while (!response.destroyed && sent < 10_000_000) {
      sent += piece.length;
      if (!response.write(piece)) return void response.once("drain", write);
    }
    response.end();
  };
  write();
}

const WORDS = ["Hello", ", ", "wörld", " 🌍"];
/** As models send them: a few letters at a time. */
const piecesOf = (script: Script | string, json: Record<string, unknown>): ReturnType<Script> =>
  typeof script === "string"
    ? { pieces: script.match(/[^]{1,7}/gu) ?? [] }
    : script(json["messages"] as Parameters<Script>[0], json);

function chat(response: ServerResponse, json: Record<string, unknown>, fault: ModelServerFault | null): void {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  const put = (part: object) => response.write(`data: ${JSON.stringify(part)}\n\n`);
  const say = (delta: object) => put({ choices: [{ index: 0, delta, finish_reason: null }] });
  say({ role: "assistant", content: "" });
  say({ reasoning_content: "Let me think." });
  say({ content: WORDS[0] });
  if (fault === "cut") return void setTimeout(20).then(() => response.destroy());
  if (fault === "short") return void response.end();
  if (fault === "error-event") {
    put({ error: { message: "overloaded", type: "server_error" } });
    return void response.end();
  }
  for (const content of WORDS.slice(1)) say({ content });
  const isCalling = Array.isArray(json["tools"]);
  if (isCalling) {
    say({ tool_calls: [{ index: 0, id: "c1", function: { name: "search", arguments: "" } }] });
    say({ tool_calls: [{ index: 0, function: { arguments: '{"words":' } }] });
    say({ tool_calls: [{ index: 0, function: { arguments: '"tea"}' } }] });
  }
  put({ choices: [{ index: 0, delta: {}, finish_reason: isCalling ? "tool_calls" : "stop" }] });
  put({ choices: [], usage: { prompt_tokens: 12, completion_tokens: 5 } });
  response.end("data: [DONE]\n\n");
}

async function speak(
  response: ServerResponse,
  { pieces, pauseMs = 0, calls = [] }: ReturnType<Script>,
): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  const put = (part: object) => response.write(`data: ${JSON.stringify(part)}\n\n`);
  for (const content of pieces) {
    if (response.destroyed) return;
    put({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
    if (pauseMs > 0) await setTimeout(pauseMs);
  }
  calls.forEach(({ name, input }, index) => {
    const written = typeof input === "string" ? input : JSON.stringify(input);
    const call = { index, id: `call-${index}`, type: "function", function: { name, arguments: "" } };
    put({ choices: [{ index: 0, delta: { tool_calls: [call] } }] });
    // In pieces, as they come.
    for (const piece of written.match(/[^]{1,40}/gu) ?? [])
      put({ choices: [{ index: 0, delta: { tool_calls: [{ index, function: { arguments: piece } }] } }] });
  });
  const reason = calls.length > 0 ? "tool_calls" : "stop";
  put({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
  put({ choices: [], usage: { prompt_tokens: 12, completion_tokens: pieces.length } });
  response.end("data: [DONE]\n\n");
}

function messages(
  response: ServerResponse,
  json: Record<string, unknown>,
  fault: ModelServerFault | null,
): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const put = (part: { type: string }) =>
    response.write(`event: ${part.type}\r\ndata: ${JSON.stringify(part)}\r\n\r\n`);
  const block = (index: number, content_block: object, deltas: object[]) => {
    put({ type: "content_block_start", index, content_block } as { type: string });
    for (const delta of deltas)
      put({ type: "content_block_delta", index, delta } as unknown as { type: string });
    put({ type: "content_block_stop", index } as { type: string });
  };
  put({ type: "message_start", message: { usage: { input_tokens: 12, output_tokens: 1 } } } as {
    type: string;
  });
  put({ type: "ping" });
  block(0, { type: "thinking" }, [{ type: "thinking_delta", thinking: "Let me think." }]);
  if (fault === "error-event") {
    put({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } } as { type: string });
    return void response.end();
  }
  const words = fault === "cut" || fault === "short" ? WORDS.slice(0, 1) : WORDS;
  block(
    1,
    { type: "text" },
    words.map((text) => ({ type: "text_delta", text })),
  );
  if (fault === "cut") return void setTimeout(20).then(() => response.destroy());
  if (fault === "short") return void response.end();
  const isCalling = Array.isArray(json["tools"]);
  if (isCalling)
    block(2, { type: "tool_use", id: "c1", name: "search" }, [
      { type: "input_json_delta", partial_json: '{"words":' },
      { type: "input_json_delta", partial_json: '"tea"}' },
    ]);
  put({
    type: "message_delta",
    delta: { stop_reason: isCalling ? "tool_use" : "end_turn" },
    usage: { output_tokens: 5 },
  } as { type: string });
  put({ type: "message_stop" });
  response.end();
}

/** A PNG of 96 by 54 points in one color, another for each index. */
export function aPicture(index: number): Buffer {
  const [width, height] = [96, 54];
  const color = [
    [200, 80, 60],
    [60, 140, 90],
    [50, 90, 200],
    [220, 180, 40],
  ][index % 4]!;
  const row = Buffer.concat([Buffer.from([0]), ...Array.from({ length: width }, () => Buffer.from(color))]);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    pngChunk("IHDR", head),
    pngChunk("IDAT", pixels),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
