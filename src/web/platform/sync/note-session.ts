import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import {
  Awareness,
  applyAwarenessUpdate,
  encodeAwarenessUpdate,
  removeAwarenessStates,
} from "y-protocols/awareness";
import * as Y from "yjs";
import { type CloseReason, messageType, noteAddress, type Refusal, syncStep } from "#contract/wire/socket.ts";
import { keepForm } from "#document/body-form.ts";
import { keepFormatting } from "#document/keep-formatting.ts";
import { FRAGMENT } from "#document/schema-version.ts";
import type { DeviceSync } from "./device.ts";
import { applyUpdate } from "./apply-update.ts";
import { createLedger, type Ledger } from "./ledger.ts";
import { createStoreKeeper } from "./store-keeper.ts";
import { createTabChannel } from "./tab-channel.ts";
import type { NoteSession, NoteSessionState, SaveState } from "./types.ts";

/** Where a change of the document came from; everything else is the person at this page. */
const FROM_STORE = Symbol("device store");
const FROM_SERVER = Symbol("server");
const FROM_TAB = Symbol("another tab");

const NO_ROOM: CloseReason = "QUOTA_EXCEEDED";

/** How long another tab has to bring its change to the server before this one looks whether it did. */
const OTHER_TAB_MS = 3_000;

/** A note that is open on a page. */
export type OpenNote = {
  session: NoteSession;
  /** Nobody looks at it now: the others need not see a cursor. */
  rest: () => void;
  wake: () => void;
  close: () => void;
};

/** Opens a note: from the device's store at once, from the server as soon as it answers. */
export function createNoteSession(noteId: string, device: DeviceSync): OpenNote {
  // Nothing is collected: text typed here into a paragraph that somebody else deletes meanwhile would be emptied before
  // it was ever sent, and be missing in the history.
  const doc = new Y.Doc({ gc: false });
  keepForm(doc);
  keepFormatting(doc);
  const awareness = new Awareness(doc);
  const listeners = new Set<() => void>();

  let isLoaded = false;
  let isSynced = false;
  let hasAnswer = false;
  let isClosed = false;
  let isReadOnly = false;
  let hasUnsent = false;
  let refusal: Refusal | null = null;
  let lastSavedAt: Date | null = null;
  /** The server has no room for what is written here. */
  let isFull = false;
  /** True when this device has the note, be it empty. */
  let hasCopy = false;
  const ledger: Ledger = createLedger();
  const keeper = createStoreKeeper({
    noteId,
    store: () => (device.isOutdated() ? null : device.store),
    fault: device.storeFault,
    onFault: () => update(),
    onLost: () => ledger.forgetKeys(),
    rewrite: () => ledger.replaceNewest(keeper.keep(Y.encodeStateAsUpdate(doc), ledger.size > 0)),
  });
  let state = describe();

  function describe(): NoteSessionState {
    const status = device.socket.status();
    return {
      save: describeSave(),
      connection: isSynced
        ? ledger.size > 0
          ? "syncing"
          : "connected"
        : status === "disconnected"
          ? "disconnected"
          : "syncing",
      isReady: hasAnswer || (isLoaded && (hasCopy || isCreatedHere())),
      isEditable: !device.isOutdated() && refusal === null && !isReadOnly,
      hasUnsent,
    };
  }

  function describeSave(): SaveState {
    if (device.isOutdated()) return { kind: "refused", refusal: "CLIENT_TOO_OLD" };
    if (refusal) return { kind: "refused", refusal };
    if (keeper.fault) return { kind: "not-saved-here", reason: keeper.fault };
    if (!isLoaded) return { kind: "loading" };
    if (isFull && ledger.size > 0) return { kind: "full", waiting: ledger.size };
    // What was typed before it might only be read is kept here, and refused there.
    if (isSynced && isReadOnly) return { kind: "saved", at: null };
    if (isSynced) return ledger.size > 0 ? { kind: "saving" } : { kind: "saved", at: lastSavedAt };
    if (device.socket.status() === "disconnected") return { kind: "offline", waiting: ledger.size };
    return ledger.size > 0 ? { kind: "saving" } : { kind: "loading" };
  }

  /** Made on this page or an earlier one while the server was away; there is nothing to wait for. */
  function isCreatedHere(): boolean {
    return device.outbox
      .calls()
      .some(
        ({ path, input }) => path.join(".") === "notes.create" && (input as { id?: string }).id === noteId,
      );
  }

  function update(): void {
    if (isClosed) return;
    state = describe();
    for (const listener of listeners) listener();
  }

  async function load(): Promise<void> {
    const stored = await keeper.load();
    if (stored) {
      Y.transact(doc, () => stored.updates.forEach((part) => Y.applyUpdate(doc, part)), FROM_STORE);
      ledger.addEarlier(stored.pending);
      hasCopy = true;
    }
    isLoaded = true;
    connect();
    update();
  }

  // --- the server

  let topic: ReturnType<DeviceSync["socket"]["open"]> | undefined;

  function connect(): void {
    if (isClosed || device.isOutdated()) return;
    topic = device.socket.open(noteAddress(noteId), {
      onAccepted: (mayOnlyRead) => {
        refusal = null;
        isReadOnly = mayOnlyRead;
        hasUnsent &&= mayOnlyRead;
        sendSync(syncStep.one, Y.encodeStateVector(doc));
        if (awareness.getLocalState() !== null) sendAwareness([doc.clientID]);
        update();
      },
      onRefused: (reason) => {
        // A note made offline is not there before its creation has gone out.
        if (reason === "UNAVAILABLE" || (reason === "NOT_FOUND" && device.outbox.pending() > 0)) return;
        refusal = reason;
        update();
      },
      onMessage: receive,
      onDown: (reason) => {
        isFull ||= reason === NO_ROOM;
        isSynced = false;
        ledger.forgetSent();
        const others = [...awareness.getStates().keys()].filter((client) => client !== doc.clientID);
        removeAwarenessStates(awareness, others, FROM_SERVER);
        update();
      },
      isWaiting: () => ledger.isWaiting,
    });
  }

  function receive(type: number, decoder: decoding.Decoder): void {
    if (type === messageType.sync) receiveSync(decoder);
    else if (type === messageType.syncStatus) confirm(decoding.readVarUint(decoder) === 1);
    else if (type === messageType.awareness)
      applyAwarenessUpdate(awareness, decoding.readVarUint8Array(decoder), FROM_SERVER);
    else if (type === messageType.queryAwareness) sendAwareness([...awareness.getStates().keys()]);
  }

  function receiveSync(decoder: decoding.Decoder): void {
    const kind = decoding.readVarUint(decoder);
    const payload = decoding.readVarUint8Array(decoder);
    if (kind === syncStep.one) {
      // What the server lacks, in one piece; from here on every change follows by itself.
      ledger.sentAll();
      sendSync(syncStep.two, Y.encodeStateAsUpdate(doc, payload));
      isSynced = true;
    } else {
      applyUpdate(doc, payload, FROM_SERVER);
      if (kind === syncStep.two) {
        hasAnswer = true;
        // An empty note changes nothing and would leave no trace; offline, this device could not tell it from an unknown one.
        if (!hasCopy) void keeper.keep(payload, false);
        hasCopy = true;
      }
    }
    update();
  }

  /** Each acknowledgement means: committed in the server's database. */
  function confirm(isApplied: boolean): void {
    const confirmed = ledger.confirm(isApplied);
    // Asked what it lacks, the server says so also to who may only read: it has everything, or will not take it.
    if (isReadOnly) hasUnsent = !isApplied && ledger.size > 0;
    if (confirmed.length > 0) {
      isFull = false;
      lastSavedAt = new Date();
      void keeper.acknowledge(confirmed);
    }
    update();
  }

  function sendSync(kind: number, payload: Uint8Array): void {
    topic?.send(messageType.sync, (encoder) => {
      encoding.writeVarUint(encoder, kind);
      encoding.writeVarUint8Array(encoder, payload);
    });
  }

  function sendAwareness(clients: number[]): void {
    topic?.send(messageType.awareness, (encoder) => {
      encoding.writeVarUint8Array(encoder, encodeAwarenessUpdate(awareness, clients));
    });
  }

  // --- the person at this page, and the other tabs

  let lastKept: Promise<unknown> = Promise.resolve();
  const tabs = createTabChannel(device.page, `${device.userId}:${noteId}`, {
    onUpdate: (change) => applyUpdate(doc, change, FROM_TAB),
    isKept: () => lastKept,
    stateVector: () => Y.encodeStateVector(doc),
    difference: (vector) => Y.encodeStateAsUpdate(doc, vector),
  });

  let compareTimer: ReturnType<typeof setTimeout> | undefined;
  function compare(): void {
    compareTimer = undefined;
    if (isSynced) sendSync(syncStep.one, Y.encodeStateVector(doc));
  }

  doc.on("update", (change: Uint8Array, origin: unknown) => {
    if (origin === FROM_STORE) return;
    if (origin === FROM_SERVER) {
      void keeper.keep(change, false);
      return;
    }
    if (origin === FROM_TAB) {
      // The other tab keeps and sends it; should it be closed first, comparing states will show what is missing.
      compareTimer ??= setTimeout(compare, OTHER_TAB_MS);
      return;
    }
    const kept = keeper.keep(change, true);
    lastKept = kept;
    ledger.add(kept);
    tabs.send(change);
    if (isSynced) {
      ledger.sentNewest();
      sendSync(syncStep.update, change);
    }
    update();
  });
  awareness.on(
    "update",
    ({ added, updated, removed }: Record<"added" | "updated" | "removed", number[]>, origin: unknown) => {
      if (origin !== FROM_SERVER) sendAwareness([...added, ...updated, ...removed]);
    },
  );

  const stopStatus = device.socket.onStatus(update);
  const stopOutdated = device.onOutdated(() => {
    topic?.close();
    isSynced = false;
    update();
  });
  const leave = () => awareness.setLocalState(null);
  const stopLeave = device.page.onLeave(leave);
  void load();

  const session: NoteSession = {
    noteId,
    doc,
    fragment: doc.getXmlFragment(FRAGMENT),
    awareness,
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    release: () => {},
  };
  return {
    session,
    rest: leave,
    wake: () => {
      if (awareness.getLocalState() === null) awareness.setLocalState({});
    },
    close: () => {
      leave();
      clearTimeout(compareTimer);
      isClosed = true;
      stopLeave();
      keeper.close();
      stopStatus();
      stopOutdated();
      tabs.close();
      topic?.close();
      awareness.destroy();
      doc.destroy();
    },
  };
}
