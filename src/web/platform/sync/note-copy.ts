import { Awareness } from "y-protocols/awareness";
import * as Y from "yjs";
import { keepForm } from "#document/body-form.ts";
import { keepFormatting } from "#document/keep-formatting.ts";
import { applyUpdate } from "./apply-update.ts";
import type { DeviceSync } from "./device.ts";
import { isCreation, isDraft } from "./drafts.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { describeNote, nothingKnown } from "./note-state.ts";
import { createStoreKeeper, type StoreKeeper } from "./store/store-keeper.ts";
import type { NoteSessionState } from "./types.ts";
import { noteWaits } from "./waiting-notes.ts";

/** Where a change of the document came from; everything else is the person at this page. */
export const FROM_STORE = Symbol("device store");
export const FROM_SERVER = Symbol("server");
export const FROM_TAB = Symbol("another tab");

/** This page's copy of a note: its text, where its changes are kept, and what is known of it. */
export class NoteCopy {
  // Nothing is collected: text typed here into a paragraph that somebody else deletes meanwhile would be emptied before
  // it was ever sent, and be missing in the history.
  readonly doc = new Y.Doc({ gc: false });
  readonly awareness = new Awareness(this.doc);
  readonly ledger: Ledger = createLedger();
  readonly facts = nothingKnown();
  readonly noteId: string;
  readonly keeper: StoreKeeper;
  isClosed = false;
  state: NoteSessionState;
  private readonly device: DeviceSync;
  private readonly listeners = new Set<() => void>();

  constructor(noteId: string, device: DeviceSync) {
    this.noteId = noteId;
    this.device = device;
    keepForm(this.doc);
    keepFormatting(this.doc);
    this.keeper = createStoreKeeper({
      noteId,
      store: () => (device.isOutdated() ? null : device.store),
      fault: device.storeFault,
      onFault: () => this.changed(),
      onLost: () => this.ledger.forgetKeys(),
      rewrite: () => this.rewrite(),
    });
    this.state = this.describe();
  }

  /** Takes in what the device's store has. */
  async load(): Promise<void> {
    const stored = await this.keeper.load();
    if (stored) {
      const apply = () => stored.updates.forEach((part) => Y.applyUpdate(this.doc, part));
      Y.transact(this.doc, apply, FROM_STORE);
      this.ledger.addEarlier(stored.pending);
      this.facts.hasCopy = true;
    }
    this.facts.isLoaded = true;
  }

  /** Takes in what other pages of this device have written to its store; who has to send it is not known. */
  async readAgain(): Promise<void> {
    const stored = await this.keeper.load();
    if (!stored || this.isClosed) return;
    const all = Y.mergeUpdates(stored.updates);
    if (!Y.snapshotContainsUpdate(Y.snapshot(this.doc), all)) applyUpdate(this.doc, all, FROM_STORE);
  }

  /** Tells everybody how the note stands now. */
  changed(): void {
    if (this.isClosed) return;
    const was = this.state.save.kind;
    this.state = this.describe();
    const { save } = this.state;
    // For platform/metrics, which pairs them.
    if (save.kind !== was) performance.mark(save.kind);
    if ((save.kind === "offline" || save.kind === "full") && save.waiting > 0) noteWaits(this.noteId);
    for (const listener of this.listeners) listener();
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private rewrite(): void {
    const kept = this.keeper.keep(Y.encodeStateAsUpdate(this.doc), {
      isPending: this.ledger.size > 0,
      isWhole: true,
    });
    this.ledger.replaceNewest(kept);
  }

  private describe(): NoteSessionState {
    this.facts.isMadeHere ||= this.isCreatedHere();
    return describeNote(this.facts, {
      isOutdated: this.device.isOutdated(),
      storeFault: this.keeper.fault,
      socket: this.device.socket.status(),
      unconfirmed: this.ledger.size,
    });
  }

  /** Waits here to be made, on this page or since an earlier one. */
  private isCreatedHere(): boolean {
    return isDraft(this.noteId) || this.device.outbox.calls().some((call) => isCreation(call, this.noteId));
  }
}
