import * as decoding from "lib0/decoding";
import { messageYjsSyncStep1, messageYjsUpdate } from "y-protocols/sync";
import WebSocket from "ws";
import { messageType } from "#contract/wire/socket.ts";
import type { PageSocket } from "#web/platform/sync/page.ts";

/** How long a frame that is to be overtaken waits for one that overtakes it. */
const HELD_MS = 4;

export type Faults = { double: number; swap: number };

/**
 * A page's WebSocket over a network that doubles frames and lets them overtake each other. Only document changes are
 * touched: what a TCP connection would never do to a handshake would prove nothing.
 */
export class Wire extends EventTarget implements PageSocket {
  readonly OPEN = 1;
  binaryType: BinaryType = "arraybuffer";
  private readonly socket: WebSocket;
  private readonly faults: () => Faults;
  private readonly random: () => number;
  private readonly into: Lane;
  private queued: Uint8Array[] = [];
  /** For each acknowledgement that is owed: whether it belongs to a doubled frame, whose page knows nothing of it. */
  private owed: boolean[] = [];
  private isDead = false;

  constructor(url: string, cookie: string, faults: () => Faults, random: () => number) {
    super();
    this.faults = faults;
    this.random = random;
    const origin = url.replace(/^ws/, "http").replace(/\/sync$/, "");
    this.socket = new WebSocket(url, { headers: { origin, cookie }, perMessageDeflate: false });
    this.socket.binaryType = "arraybuffer";
    this.into = new Lane((frame) => this.tell(frame));
    this.socket.on("open", () => this.dispatch(new Event("open")));
    this.socket.on("error", () => {});
    this.socket.on("message", (data: ArrayBuffer) => this.receive(new Uint8Array(data)));
    this.socket.on("close", (code) => {
      this.into.flush();
      this.dispatch(new CloseEvent("close", { code }));
    });
  }

  get readyState(): 0 | 1 | 2 | 3 {
    return this.isDead ? 3 : this.socket.readyState;
  }

  get bufferedAmount(): number {
    return this.socket.bufferedAmount;
  }

  send(data: string | ArrayBufferLike | Blob | ArrayBufferView): void {
    if (this.isDead || !(data instanceof Uint8Array)) return;
    const frame = data.slice();
    if (!isChange(frame)) {
      this.sendQueued();
      return this.transmit(frame);
    }
    if (this.queued.length === 0) queueMicrotask(() => this.sendQueued());
    const at = this.random() < this.faults().swap ? Math.max(0, this.queued.length - 1) : this.queued.length;
    this.queued.splice(at, 0, frame);
    if (this.random() < this.faults().double) this.queued.push(frame);
  }

  /**
   * Changes of one moment overtake each other, all of them or none on the way: a network that let the later one pass and
   * lost the earlier one with its page would be a network that TCP does not have.
   */
  private sendQueued(): void {
    const frames = this.queued;
    this.queued = [];
    for (const frame of frames) this.transmit(frame);
  }

  close(): void {
    this.sendQueued();
    this.socket.close();
  }

  /** The network is gone: both sides notice, nothing that was on its way arrives. */
  cut(): void {
    this.queued = [];
    this.into.drop();
    this.socket.terminate();
  }

  /** The page is gone with all its memory. */
  die(): void {
    this.isDead = true;
    this.cut();
  }

  private transmit(frame: Uint8Array): void {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    // A frame that is a copy: the very bytes were sent just before.
    if (isAcknowledged(frame)) this.owed.push(this.sent.has(frame));
    this.sent.add(frame);
    this.socket.send(frame);
  }
  private readonly sent = new WeakSet<Uint8Array>();

  private receive(frame: Uint8Array): void {
    const { type } = kindOf(frame);
    if (type === messageType.syncStatus && this.owed.shift()) return;
    if (isChange(frame) && this.random() < this.faults().swap) this.into.hold(frame);
    else this.into.pass(frame, isChange(frame));
    if (isChange(frame) && this.random() < this.faults().double) this.into.pass(frame, true);
  }

  private tell(frame: Uint8Array): void {
    this.dispatch(new MessageEvent("message", { data: frame.slice().buffer }));
  }

  private dispatch(event: Event): void {
    if (!this.isDead) this.dispatchEvent(event);
  }
}

/** What comes in: some changes wait until another has overtaken them. */
class Lane {
  private held: Uint8Array[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly deliver: (frame: Uint8Array) => void;

  constructor(deliver: (frame: Uint8Array) => void) {
    this.deliver = deliver;
  }

  hold(frame: Uint8Array): void {
    this.held.push(frame);
    this.timer ??= setTimeout(() => this.flush(), HELD_MS);
  }

  pass(frame: Uint8Array, mayOvertake: boolean): void {
    if (!mayOvertake) this.flush();
    this.deliver(frame);
    this.flush();
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const frames = this.held;
    this.held = [];
    for (const frame of frames) this.deliver(frame);
  }

  drop(): void {
    this.held = [];
    this.flush();
  }
}

function kindOf(frame: Uint8Array): { type: number; kind: number } {
  const decoder = decoding.createDecoder(frame);
  decoding.readVarString(decoder);
  const type = decoding.readVarUint(decoder);
  return { type, kind: type === messageType.sync ? decoding.readVarUint(decoder) : -1 };
}

const isChange = (frame: Uint8Array) => kindOf(frame).kind === messageYjsUpdate;

/** Everything of the sync protocol but the question for what is missing. */
function isAcknowledged(frame: Uint8Array): boolean {
  const { type, kind } = kindOf(frame);
  return type === messageType.sync && kind !== messageYjsSyncStep1;
}
