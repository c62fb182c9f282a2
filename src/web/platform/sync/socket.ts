import { type Handshake, SESSION_ENDED } from "#contract/wire/socket.ts";
import { framesOf, type WriteFrame } from "./frames.ts";
import type { Page, PageSocket } from "./page.ts";
import { Silence } from "./silence.ts";
import { type Topic, type TopicHandler, Topics } from "./topics.ts";
import type { ConnectionStatus } from "./types.ts";

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;
/** A connection that is back within this was never lost as far as a person is concerned; longer is said within half a second. */
const GRACE_MS = 350;
/** A failed call makes the line suspect at most this often. */
const SUSPECT_EVERY_MS = 10_000;
/** How long a connection may take to open. A network that swallows everything would keep one waiting for minutes. */
const OPEN_WITHIN_MS = 4_000;
/** Every third try: there are lines that slow. */
const OPEN_SLOWLY_WITHIN_MS = 9_000;

type SocketOptions = {
  page: Page;
  url: string;
  handshake: Handshake;
  /** The server said that the session is over; nothing is tried again until `retry`. */
  onSessionEnded: () => void;
  /** A connection was not even opened: the server is away, or refuses the session. */
  onRefused: () => void;
};

/**
 * The page's one WebSocket, speaking Hocuspocus' frames. Hocuspocus' own provider counts acknowledgements per socket and
 * queues while offline; "Saved" must rest on neither, so sending is immediate or not at all, and each address learns when
 * the connection went down.
 */
class SyncSocket {
  private readonly options: SocketOptions;
  private readonly topics: Topics;
  private readonly silence = new Silence();
  private readonly listeners = new Set<(status: ConnectionStatus) => void>();
  private readonly watchdog: ReturnType<typeof setInterval>;
  private readonly stops: (() => void)[];
  private socket: PageSocket | null = null;
  private current: ConnectionStatus = "disconnected";
  private retryMs = FIRST_RETRY_MS;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private tries = 0;
  private graceTimer: ReturnType<typeof setTimeout> | undefined;
  private suspectedAt = -Infinity;
  private isOpen = false;
  private isClosed = false;

  constructor(options: SocketOptions) {
    this.options = options;
    const send = (address: string, type: number, write: WriteFrame) => this.send(address, type, write);
    this.topics = new Topics(options.handshake, send, () => this.silence.answered());
    this.watchdog = setInterval(() => this.watch(), 1_000);
    this.stops = [options.page.onWake(() => this.retry()), options.page.onCut(() => this.cut())];
    this.setStatus("syncing");
    this.connect();
  }

  open(address: string, handler: TopicHandler): Topic {
    return this.topics.open(address, handler);
  }

  status(): ConnectionStatus {
    return this.current;
  }

  onStatus(listener: (status: ConnectionStatus) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Tries again now instead of after the pause, also addresses that were refused for the moment. */
  retry(): void {
    this.retryMs = FIRST_RETRY_MS;
    if (this.socket) this.topics.authenticateAll();
    else this.connect();
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.retryTimer);
    clearInterval(this.watchdog);
    for (const stop of this.stops) stop();
    const last = this.socket;
    if (last) this.goDown();
    last?.close();
    this.setStatus("disconnected");
  }

  /** A call found no server: the line may be dead, too, and would tell so only much later. */
  suspect(): void {
    const now = performance.now();
    if (!this.isOpen || now - this.suspectedAt < SUSPECT_EVERY_MS) return;
    this.suspectedAt = now;
    const last = this.socket;
    this.goDown();
    last?.close();
    this.lose();
  }

  private connect(): void {
    clearTimeout(this.retryTimer);
    if (this.isClosed || this.socket) return;
    const fresh = this.options.page.openSocket(this.options.url);
    fresh.binaryType = "arraybuffer";
    this.socket = fresh;
    this.tries += 1;
    const openWithin = this.tries % 3 === 0 ? OPEN_SLOWLY_WITHIN_MS : OPEN_WITHIN_MS;
    const limit = setTimeout(() => {
      if (this.socket === fresh) this.giveUp(fresh);
    }, openWithin);
    fresh.addEventListener("open", () => {
      clearTimeout(limit);
      if (this.socket !== fresh) return;
      this.silence.heard();
      this.isOpen = true;
      this.setStatus("connected");
      this.topics.authenticateAll();
    });
    fresh.addEventListener("message", (event: MessageEvent<ArrayBuffer>) => {
      if (this.socket !== fresh) return;
      this.retryMs = FIRST_RETRY_MS;
      this.tries = 0;
      this.silence.heard();
      this.topics.receive(new Uint8Array(event.data));
    });
    fresh.addEventListener("close", (event) => {
      clearTimeout(limit);
      if (this.socket === fresh) this.closed(event.code);
    });
  }

  private closed(code: number): void {
    const wasOpen = this.isOpen;
    if (!wasOpen) this.options.onRefused();
    this.goDown();
    if (code === SESSION_ENDED) {
      this.setStatus("disconnected");
      this.options.onSessionEnded();
    } else if (wasOpen) this.lose();
    else {
      // Within the grace of a lost connection its end says so; a first one that fails is told at once.
      if (this.graceTimer === undefined) this.setStatus("disconnected");
      this.scheduleRetry();
    }
  }

  /** An open connection is gone: said when it is not back at once. */
  private lose(): void {
    this.setStatus("syncing");
    clearTimeout(this.graceTimer);
    this.graceTimer = setTimeout(() => this.setStatus("disconnected"), GRACE_MS);
    this.scheduleRetry();
  }

  /** There is no network. The server may be on this very device all the same, so it is tried as ever. */
  private cut(): void {
    const last = this.socket;
    if (last) this.goDown();
    last?.close();
    this.setStatus("disconnected");
    this.retryMs = FIRST_RETRY_MS;
    this.scheduleRetry();
  }

  private watch(): void {
    if (!this.socket || !this.isOpen) return;
    const verdict = this.silence.judge(this.socket.bufferedAmount, this.topics.isWaiting);
    if (verdict === "give up") this.giveUp(this.socket);
    else if (verdict === "ask" && this.topics.ask()) this.silence.asked();
  }

  /** It took its time already: the next try need not wait. */
  private giveUp(silent: PageSocket): void {
    this.goDown();
    silent.close();
    this.setStatus("disconnected");
    this.retryMs = FIRST_RETRY_MS;
    this.scheduleRetry();
  }

  private goDown(): void {
    this.socket = null;
    this.isOpen = false;
    this.silence.goDown();
    this.topics.goDown();
  }

  private scheduleRetry(): void {
    clearTimeout(this.retryTimer);
    if (this.isClosed) return;
    this.retryTimer = setTimeout(() => this.connect(), this.retryMs * (0.75 + Math.random() / 2));
    this.retryMs = Math.min(this.retryMs * 2, LONGEST_RETRY_MS);
  }

  private setStatus(next: ConnectionStatus): void {
    if (next !== "syncing") {
      clearTimeout(this.graceTimer);
      this.graceTimer = undefined;
    }
    if (this.current === next) return;
    this.current = next;
    for (const listener of this.listeners) listener(next);
  }

  private send(address: string, type: number, write: WriteFrame): boolean {
    if (!this.socket || this.socket.readyState !== this.socket.OPEN) return false;
    for (const frame of framesOf(address, type, write)) this.socket.send(frame);
    return true;
  }
}

export type { SyncSocket };

/** Connects at once, and again whenever the connection is lost. */
export const createSyncSocket = (options: SocketOptions): SyncSocket => new SyncSocket(options);
