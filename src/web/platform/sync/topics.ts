import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import { type Handshake, messageType, type Refusal } from "#contract/wire/socket.ts";
import type { WriteFrame } from "./frames.ts";

const AUTH_TOKEN = 0;
const AUTH_DENIED = 1;
/** What Hocuspocus says of an address that this page may only read. */
const READ_ONLY = "readonly";
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;

/** What the owner of an address is told. After `onDown` nothing is known of what was sent before. */
export type TopicHandler = {
  onAccepted: (isReadOnly: boolean) => void;
  onRefused: (reason: Refusal) => void;
  onMessage: (type: number, decoder: decoding.Decoder) => void;
  onDown: (reason?: string) => void;
  /** True while the server owes an answer. */
  isWaiting?: () => boolean;
  /** Asks the server something small that it answers at once; one address of the page can do that. */
  ask?: () => void;
};

/** One address on the socket. */
export type Topic = {
  /** Sends a frame; false when the address is not accepted right now, in which case nothing was sent. */
  send: (type: number, write: WriteFrame) => boolean;
  close: () => void;
};

type TopicState = {
  handler: TopicHandler;
  isAccepted: boolean;
  retryTimer?: ReturnType<typeof setTimeout>;
  retryMs: number;
};

/** The addresses that this page has open on its socket, each accepted, refused and asked for again by itself. */
export class Topics {
  private readonly topics = new Map<string, TopicState>();
  private readonly handshake: Handshake;
  private readonly sendFrame: (address: string, type: number, write: WriteFrame) => boolean;
  /** The server has answered a change. */
  private readonly onAnswered: () => void;

  constructor(
    handshake: Handshake,
    sendFrame: (address: string, type: number, write: WriteFrame) => boolean,
    onAnswered: () => void,
  ) {
    this.handshake = handshake;
    this.sendFrame = sendFrame;
    this.onAnswered = onAnswered;
  }

  open(address: string, handler: TopicHandler): Topic {
    const topic: TopicState = { handler, isAccepted: false, retryMs: FIRST_RETRY_MS };
    this.topics.set(address, topic);
    this.authenticate(address);
    return {
      send: (type, write) => topic.isAccepted && this.sendFrame(address, type, write),
      close: () => {
        clearTimeout(topic.retryTimer);
        if (this.topics.get(address) !== topic) return;
        this.topics.delete(address);
        this.sendFrame(address, messageType.close, () => {});
      },
    };
  }

  /** Asks for every address that is not accepted. */
  authenticateAll(): void {
    for (const [address, topic] of this.topics) if (!topic.isAccepted) this.authenticate(address);
  }

  goDown(): void {
    for (const topic of this.topics.values()) {
      clearTimeout(topic.retryTimer);
      topic.isAccepted = false;
      topic.handler.onDown();
    }
  }

  get isWaiting(): boolean {
    return [...this.topics.values()].some((topic) => topic.handler.isWaiting?.());
  }

  /** Asks the server for a sign of life; false when no address can. */
  ask(): boolean {
    const topic = [...this.topics.values()].find(({ isAccepted, handler }) => isAccepted && handler.ask);
    topic?.handler.ask?.();
    return topic !== undefined;
  }

  receive(frame: Uint8Array): void {
    const decoder = decoding.createDecoder(frame);
    const address = decoding.readVarString(decoder);
    const type = decoding.readVarUint(decoder);
    const topic = this.topics.get(address);
    if (!topic) return;
    if (type === messageType.auth) this.receiveAuth(address, topic, decoder);
    else if (type === messageType.close) {
      // The server let go of this address alone: ask again, slower each time.
      topic.isAccepted = false;
      topic.handler.onDown(decoding.hasContent(decoder) ? decoding.readVarString(decoder) : "");
      this.retryTopic(address, topic);
    } else {
      // Being accepted proves little: a change that the server refuses each time would be tried again for ever, at once.
      if (type === messageType.syncStatus || type === messageType.stateless) topic.retryMs = FIRST_RETRY_MS;
      if (type === messageType.syncStatus) this.onAnswered();
      topic.handler.onMessage(type, decoder);
    }
  }

  private authenticate(address: string): void {
    this.sendFrame(address, messageType.auth, (encoder) => {
      encoding.writeVarUint(encoder, AUTH_TOKEN);
      encoding.writeVarString(encoder, JSON.stringify(this.handshake));
    });
  }

  private receiveAuth(address: string, topic: TopicState, decoder: decoding.Decoder): void {
    const isDenied = decoding.readVarUint(decoder) === AUTH_DENIED;
    const words = decoding.hasContent(decoder) ? decoding.readVarString(decoder) : "";
    if (isDenied) return this.refused(address, topic, words);
    topic.isAccepted = true;
    topic.handler.onAccepted(words === READ_ONLY);
  }

  private refused(address: string, topic: TopicState, reason: string): void {
    const isKnown = ["CLIENT_TOO_OLD", "NOT_FOUND", "UNAUTHENTICATED"].includes(reason);
    topic.handler.onRefused(isKnown ? (reason as Refusal) : "UNAVAILABLE");
    if (!isKnown) this.retryTopic(address, topic);
  }

  private retryTopic(address: string, topic: TopicState): void {
    clearTimeout(topic.retryTimer);
    topic.retryTimer = setTimeout(() => this.authenticate(address), topic.retryMs);
    topic.retryMs = Math.min(topic.retryMs * 2, LONGEST_RETRY_MS);
  }
}
