import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import { applyAwarenessUpdate, encodeAwarenessUpdate, removeAwarenessStates } from "y-protocols/awareness";
import * as Y from "yjs";
import { type CloseReason, messageType, noteAddress, type Refusal, syncStep } from "#contract/wire/socket.ts";
import { applyUpdate } from "./apply-update.ts";
import type { DeviceSync } from "./device.ts";
import { FROM_SERVER, type NoteCopy } from "./note-copy.ts";
import type { Topic } from "./topics.ts";

const NO_ROOM: CloseReason = "QUOTA_EXCEEDED";

/** What this page's copy of a note and the server say to each other. */
export class NoteServer {
  private readonly copy: NoteCopy;
  private readonly device: DeviceSync;
  private topic: Topic | undefined;

  constructor(copy: NoteCopy, device: DeviceSync) {
    this.copy = copy;
    this.device = device;
  }

  connect(): void {
    const { noteId, ledger, isClosed } = this.copy;
    if (isClosed || this.device.isOutdated()) return;
    this.topic = this.device.socket.open(noteAddress(noteId), {
      onAccepted: (isReadOnly) => this.accepted(isReadOnly),
      onRefused: (reason) => this.refused(reason),
      onMessage: (type, decoder) => this.receive(type, decoder),
      onDown: (reason) => this.down(reason),
      isWaiting: () => ledger.isWaiting,
    });
  }

  /** A change that was made here. Before the two have compared what they have, it goes with all the rest. */
  send(change: Uint8Array): void {
    if (!this.copy.facts.isSynced) return;
    this.copy.ledger.sentNewest();
    this.sendSync(syncStep.update, change);
  }

  /** Asks for what this page lacks. */
  compare(): void {
    if (this.copy.facts.isSynced) this.sendStateVector();
  }

  sendAwareness(clients: number[]): void {
    this.topic?.send(messageType.awareness, (encoder) => {
      encoding.writeVarUint8Array(encoder, encodeAwarenessUpdate(this.copy.awareness, clients));
    });
  }

  close(): void {
    this.topic?.close();
  }

  private accepted(isReadOnly: boolean): void {
    const { facts, awareness, doc } = this.copy;
    facts.refusal = null;
    facts.isReadOnly = isReadOnly;
    facts.hasUnsent &&= isReadOnly;
    this.sendStateVector();
    if (awareness.getLocalState() !== null) this.sendAwareness([doc.clientID]);
    this.copy.changed();
  }

  private refused(reason: Refusal): void {
    // A note made offline is not there before its creation has gone out.
    if (reason === "UNAVAILABLE" || (reason === "NOT_FOUND" && this.device.outbox.pending() > 0)) return;
    this.copy.facts.refusal = reason;
    this.copy.changed();
  }

  private down(reason: string | undefined): void {
    const { facts, awareness, doc, ledger } = this.copy;
    facts.isFull ||= reason === NO_ROOM;
    facts.isSynced = false;
    ledger.forgetSent();
    const others = [...awareness.getStates().keys()].filter((client) => client !== doc.clientID);
    removeAwarenessStates(awareness, others, FROM_SERVER);
    this.copy.changed();
  }

  private receive(type: number, decoder: decoding.Decoder): void {
    const { awareness } = this.copy;
    if (type === messageType.sync) this.receiveSync(decoder);
    else if (type === messageType.syncStatus) this.confirm(decoding.readVarUint(decoder) === 1);
    else if (type === messageType.awareness)
      applyAwarenessUpdate(awareness, decoding.readVarUint8Array(decoder), FROM_SERVER);
    else if (type === messageType.queryAwareness) this.sendAwareness([...awareness.getStates().keys()]);
  }

  private receiveSync(decoder: decoding.Decoder): void {
    const { doc, facts, ledger, keeper } = this.copy;
    const kind = decoding.readVarUint(decoder);
    const payload = decoding.readVarUint8Array(decoder);
    if (kind === syncStep.one) {
      // What the server lacks, in one piece; from here on every change follows by itself.
      ledger.sentAll();
      this.sendSync(syncStep.two, Y.encodeStateAsUpdate(doc, payload));
      facts.isSynced = true;
    } else {
      applyUpdate(doc, payload, FROM_SERVER);
      if (kind === syncStep.two) {
        facts.hasAnswer = true;
        // An empty note changes nothing and would leave no trace; offline, this device could not tell it from an unknown one.
        if (!facts.hasCopy) void keeper.keep(payload, { isPending: false });
        facts.hasCopy = true;
      }
    }
    this.copy.changed();
  }

  /** Each acknowledgement means: committed in the server's database. */
  private confirm(isApplied: boolean): void {
    const { facts, ledger, keeper } = this.copy;
    const confirmed = ledger.confirm(isApplied);
    // Asked what it lacks, the server says so also to who may only read: it has everything, or will not take it.
    if (facts.isReadOnly) facts.hasUnsent = !isApplied && ledger.size > 0;
    if (confirmed.length > 0) {
      facts.isFull = false;
      facts.lastSavedAt = new Date();
      void keeper.acknowledge(confirmed);
    }
    this.copy.changed();
  }

  private sendStateVector(): void {
    this.sendSync(syncStep.one, Y.encodeStateVector(this.copy.doc));
  }

  private sendSync(kind: number, payload: Uint8Array): void {
    this.topic?.send(messageType.sync, (encoder) => {
      encoding.writeVarUint(encoder, kind);
      encoding.writeVarUint8Array(encoder, payload);
    });
  }
}
