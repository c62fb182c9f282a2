import type { ModelKind } from "#contract/shared/model-choices.ts";
import type { AddressSource } from "../../platform/egress/destination.ts";

/** A server of models and what it takes to talk to it. */
export interface Connection {
  kind: ModelKind;
  /** Without a slash at its end: "https://api.openai.com/v1". */
  baseUrl: string;
  key: string | null;
  /** A user's address must be public; the operator's may be anywhere. */
  source: AddressSource;
}

/** A tool that a model wants to be used; `input` is JSON text as the model wrote it. */
export interface ToolCall {
  id: string;
  name: string;
  input: string;
}

/** A JPEG that a model is shown. */
export type ShownPicture = { base64: string };

export type ModelMessage =
  | { role: "system"; text: string }
  | { role: "user"; text: string; pictures?: readonly ShownPicture[] }
  | { role: "assistant"; text: string; calls?: readonly ToolCall[] }
  /** What a tool answered. */
  | { role: "tool"; callId: string; text: string };

export interface ChatRequest {
  model: string;
  messages: readonly ModelMessage[];
  tools?: readonly { name: string; description: string; schema: object }[];
  /** Of the answer; 4096 where nothing is said. */
  maxTokens?: number;
  signal?: AbortSignal;
}

/** Tokens as the other server counts them; null where it says nothing. */
export interface Usage {
  input: number | null;
  output: number | null;
  /** In US dollars, where the other server says it. */
  cost?: number | null;
}

/**
 * - `stop`: it said what it had to say · `length`: it was cut at `maxTokens` · `tools`: it waits for its tools
 * - `filtered`: the provider's own rules ended it
 */
export type EndReason = "stop" | "length" | "tools" | "filtered";

/** An answer in the order it comes; `end` comes last, once, or a ModelFault is thrown. */
export type ChatPart =
  | { type: "text"; text: string }
  | { type: "reasoning"; text: string }
  | { type: "call"; call: ToolCall }
  | { type: "end"; reason: EndReason; usage: Usage };

export type PictureShape = "wide" | "square";
export interface PictureRequest {
  model: string;
  prompt: string;
  count: number;
  shape: PictureShape;
  /** In US dollars, of each answer where the other server says it. */
  onCost?: (cost: number) => void;
  signal?: AbortSignal;
}
export interface EmbedRequest {
  model: string;
  texts: readonly string[];
  signal?: AbortSignal;
}

export interface TranscribeRequest {
  model: string;
  /** A whole recording: WAV, WebM, Ogg, MP4, MP3 or FLAC. */
  sound: Uint8Array;
  /** What is probably spoken, as ISO 639-1: "de". */
  language?: string;
  signal?: AbortSignal;
}
export interface Transcript {
  text: string;
  /** As the server names it; null where it says nothing. */
  language: string | null;
  seconds: number | null;
  usage: Usage;
}

export type SoundFormat = "mp3" | "opus" | "wav" | "flac" | "aac";
export interface SpeakRequest {
  model: string;
  text: string;
  /** One that the model has; "alloy" where nothing is said. */
  voice?: string;
  /** "mp3" where nothing is said, which all browsers play. */
  format?: SoundFormat;
  signal?: AbortSignal;
}
export interface Spoken {
  /** By its bytes, whatever was asked for or said: "audio/mpeg". */
  type: string;
  /** As they come. Throws ModelFault, too. */
  bytes: AsyncGenerator<Uint8Array>;
}

/** What Cairn asks of models. Every function throws ModelFault. */
export interface ModelClient {
  streamChat(request: ChatRequest): AsyncGenerator<ChatPart>;
  /** One vector for each text, in their order. */
  embed(request: EmbedRequest): Promise<{ vectors: number[][]; usage: Usage }>;
  /** Bytes of pictures as they came: hostile until they are encoded anew. */
  generateImages(request: PictureRequest): Promise<Buffer[]>;
  transcribe(request: TranscribeRequest): Promise<Transcript>;
  speak(request: SpeakRequest): Promise<Spoken>;
  /** Names of its models, sorted. */
  listModels(signal?: AbortSignal): Promise<string[]>;
}

/** How long a server may take for each kind of question, and how much it may answer. Tests are more impatient. */
export interface ModelLimits {
  /** From the first byte sent to the last one read. */
  answerMs: number;
  /** Without a byte; a local server loads its model first. */
  idleMs: number;
  listMs: number;
  imageMs: number;
  /** Without a byte, of what was said or is to be said. */
  speechMs: number;
  /** Of an answer in words, as it comes over the wire. */
  answerBytes: number;
}

export const MODEL_LIMITS: ModelLimits = {
  answerMs: 10 * 60_000,
  idleMs: 120_000,
  listMs: 15_000,
  imageMs: 4 * 60_000,
  speechMs: 60_000,
  answerBytes: 8_000_000,
};
