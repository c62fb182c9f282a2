import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import {
  type Handshake,
  messageType,
  PART_BYTES,
  type Refusal,
  SESSION_ENDED,
} from "#contract/wire/socket.ts";
import type { Page, PageSocket } from "./page.ts";
import type { ConnectionStatus } from "./types.ts";

const AUTH_TOKEN = 0;
const AUTH_DENIED = 1;
/** What Hocuspocus says of an address that this page may only read. */
const READ_ONLY = "readonly";
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;
/** How long a connection may take to open. A network that swallows everything would keep one waiting for minutes. */
const OPEN_WITHIN_MS = 4_000;
/** Every third try: there are lines that slow. */
const OPEN_SLOWLY_WITHIN_MS = 9_000;
/** Silence on the wire while an answer is due, after which the connection counts as half open. */
const SILENCE_MS = 8_000;
/** For a large change over a slow line: every cut without an answer between doubles the patience up to this. */
const LONGEST_SILENCE_MS = 64_000;
/** Silence after which the server is asked for a sign of life: a reader is owed no answer, and would never notice. */
const QUIET_MS = 20_000;

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
  send: (type: number, write: (encoder: encoding.Encoder) => void) => boolean;
  close: () => void;
};

export type SyncSocket = {
  open: (address: string, handler: TopicHandler) => Topic;
  status: () => ConnectionStatus;
  onStatus: (listener: (status: ConnectionStatus) => void) => () => void;
  /** Tries again now instead of after the pause, also addresses that were refused for the moment. */
  retry: () => void;
  close: () => void;
};

type TopicState = {
  handler: TopicHandler;
  isAccepted: boolean;
  retryTimer?: ReturnType<typeof setTimeout>;
  retryMs: number;
};

/**
 * The page's one WebSocket, speaking Hocuspocus' frames. Hocuspocus' own provider counts acknowledgements per socket and
 * queues while offline; "Saved" must rest on neither, so sending is immediate or not at all, and each address learns when
 * the connection went down.
 */
export function createSyncSocket(options: {
  page: Page;
  url: string;
  handshake: Handshake;
  /** The server said that the session is over; nothing is tried again until `retry`. */
  onSessionEnded: () => void;
  /** A connection was not even opened: the server is away, or refuses the session. */
  onRefused: () => void;
}): SyncSocket {
  const topics = new Map<string, TopicState>();
  const listeners = new Set<(status: ConnectionStatus) => void>();
  let socket: PageSocket | null = null;
  let status: ConnectionStatus = "disconnected";
  let retryMs = FIRST_RETRY_MS;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  /** Of the clock that nobody can set. */
  let lastHeard = 0;
  let unsent = 0;
  let patienceMs = SILENCE_MS;
  let isAsking = false;
  let tries = 0;
  let isClosed = false;

  function setStatus(next: ConnectionStatus): void {
    if (status === next) return;
    status = next;
    for (const listener of listeners) listener(next);
  }

  function connect(): void {
    clearTimeout(retryTimer);
    if (isClosed || socket) return;
    setStatus("syncing");
    const fresh = options.page.openSocket(options.url);
    fresh.binaryType = "arraybuffer";
    socket = fresh;
    tries += 1;
    const openWithin = tries % 3 === 0 ? OPEN_SLOWLY_WITHIN_MS : OPEN_WITHIN_MS;
    const limit = setTimeout(() => {
      if (socket === fresh) giveUp(fresh);
    }, openWithin);
    fresh.addEventListener("open", () => {
      clearTimeout(limit);
      if (socket !== fresh) return;
      heard();
      setStatus("connected");
      for (const address of topics.keys()) authenticate(address);
    });
    fresh.addEventListener("message", (event: MessageEvent<ArrayBuffer>) => {
      if (socket !== fresh) return;
      retryMs = FIRST_RETRY_MS;
      tries = 0;
      heard();
      receive(new Uint8Array(event.data));
    });
    fresh.addEventListener("close", (event) => {
      clearTimeout(limit);
      if (socket !== fresh) return;
      if (status === "syncing") options.onRefused();
      goDown();
      if (event.code === SESSION_ENDED) options.onSessionEnded();
      else scheduleRetry();
    });
  }

  function heard(): void {
    lastHeard = performance.now();
    isAsking = false;
  }

  /** It took its time already: the next try need not wait. */
  function giveUp(silent: PageSocket): void {
    goDown();
    silent.close();
    retryMs = FIRST_RETRY_MS;
    scheduleRetry();
  }

  function goDown(): void {
    socket = null;
    unsent = 0;
    for (const topic of topics.values()) {
      clearTimeout(topic.retryTimer);
      topic.isAccepted = false;
      topic.handler.onDown();
    }
    setStatus("disconnected");
  }

  function scheduleRetry(): void {
    clearTimeout(retryTimer);
    if (isClosed) return;
    retryTimer = setTimeout(connect, retryMs * (0.75 + Math.random() / 2));
    retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
  }

  function sendFrame(address: string, type: number, write: (encoder: encoding.Encoder) => void): boolean {
    if (!socket || socket.readyState !== socket.OPEN) return false;
    const encoder = encoding.createEncoder();
    encoding.writeVarString(encoder, address);
    encoding.writeVarUint(encoder, type);
    write(encoder);
    const frame = encoding.toUint8Array(encoder) as Uint8Array<ArrayBuffer>;
    if (type === messageType.part || frame.length <= PART_BYTES) socket.send(frame);
    else
      for (let at = 0; at < frame.length; at += PART_BYTES)
        sendFrame(address, messageType.part, (part) => {
          encoding.writeVarUint(part, frame.length - at <= PART_BYTES ? 1 : 0);
          encoding.writeUint8Array(part, frame.subarray(at, at + PART_BYTES));
        });
    return true;
  }

  function authenticate(address: string): void {
    sendFrame(address, messageType.auth, (encoder) => {
      encoding.writeVarUint(encoder, AUTH_TOKEN);
      encoding.writeVarString(encoder, JSON.stringify(options.handshake));
    });
  }

  function receive(frame: Uint8Array): void {
    const decoder = decoding.createDecoder(frame);
    const address = decoding.readVarString(decoder);
    const type = decoding.readVarUint(decoder);
    const topic = topics.get(address);
    if (!topic) return;
    if (type === messageType.auth) {
      const isDenied = decoding.readVarUint(decoder) === AUTH_DENIED;
      const words = decoding.hasContent(decoder) ? decoding.readVarString(decoder) : "";
      if (isDenied) refused(address, topic, words);
      else {
        topic.isAccepted = true;
        topic.handler.onAccepted(words === READ_ONLY);
      }
    } else if (type === messageType.close) {
      // The server let go of this address alone: ask again, slower each time.
      topic.isAccepted = false;
      topic.handler.onDown(decoding.hasContent(decoder) ? decoding.readVarString(decoder) : "");
      retryTopic(address, topic);
    } else {
      // Being accepted proves little: a change that the server refuses each time would be tried again for ever, at once.
      if (type === messageType.syncStatus || type === messageType.stateless) topic.retryMs = FIRST_RETRY_MS;
      if (type === messageType.syncStatus) patienceMs = SILENCE_MS;
      topic.handler.onMessage(type, decoder);
    }
  }

  function refused(address: string, topic: TopicState, reason: string): void {
    const isKnown = ["CLIENT_TOO_OLD", "NOT_FOUND", "UNAUTHENTICATED"].includes(reason);
    topic.handler.onRefused(isKnown ? (reason as Refusal) : "UNAVAILABLE");
    if (!isKnown) retryTopic(address, topic);
  }

  function retryTopic(address: string, topic: TopicState): void {
    clearTimeout(topic.retryTimer);
    topic.retryTimer = setTimeout(() => authenticate(address), topic.retryMs);
    topic.retryMs = Math.min(topic.retryMs * 2, LONGEST_RETRY_MS);
  }

  function retry(): void {
    retryMs = FIRST_RETRY_MS;
    if (!socket) connect();
    else for (const [address, topic] of topics) if (!topic.isAccepted) authenticate(address);
  }

  const watchdog = setInterval(() => {
    if (!socket || status !== "connected") return;
    // What leaves this device shows that the line lives.
    if (socket.bufferedAmount < unsent) lastHeard = performance.now();
    unsent = socket.bufferedAmount;
    const silence = performance.now() - lastHeard;
    const isWaiting = isAsking || [...topics.values()].some((topic) => topic.handler.isWaiting?.());
    if (isWaiting && silence > patienceMs) {
      patienceMs = Math.min(patienceMs * 2, LONGEST_SILENCE_MS);
      giveUp(socket);
    } else if (!isWaiting && silence > QUIET_MS) askForLife();
  }, 1_000);

  function askForLife(): void {
    const topic = [...topics.values()].find(({ isAccepted, handler }) => isAccepted && handler.ask);
    if (!topic) return;
    topic.handler.ask?.();
    // The question has only just been asked: silence counts anew.
    lastHeard = performance.now();
    isAsking = true;
  }
  const stopWake = options.page.onWake(retry);
  connect();

  return {
    open(address, handler) {
      const topic: TopicState = { handler, isAccepted: false, retryMs: FIRST_RETRY_MS };
      topics.set(address, topic);
      if (socket && socket.readyState === socket.OPEN) authenticate(address);
      return {
        send: (type, write) => topic.isAccepted && sendFrame(address, type, write),
        close: () => {
          clearTimeout(topic.retryTimer);
          if (topics.get(address) !== topic) return;
          topics.delete(address);
          sendFrame(address, messageType.close, () => {});
        },
      };
    },
    status: () => status,
    onStatus: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    retry,
    close() {
      isClosed = true;
      clearTimeout(retryTimer);
      clearInterval(watchdog);
      stopWake();
      const last = socket;
      if (last) goDown();
      last?.close();
    },
  };
}
