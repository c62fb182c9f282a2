import { fromBase64, toBase64 } from "lib0/buffer";
import { newId } from "../../ids.ts";
import { local } from "../../local.ts";
import type { LocalStore } from "./local-store.ts";
import type { Outbox, WaitingCall } from "../outbox.ts";
import type { Page } from "../page.ts";

/** What a page had not yet on the disk when it was left; changes of notes in base64. */
type LastWords = {
  changes: [noteId: string, change: string][];
  /** Without an answer yet, made before everything that waits on the disk. */
  unanswered: WaitingCall[];
  /** Made after it. */
  unstored: WaitingCall[];
};

const prefixOf = (userId: string) => `cairn-unwritten-${userId}-`;
/** A page that was only put aside and lives on has written by then what it had in hand. */
const WRITTEN_MS = 5_000;

/**
 * A page that is left takes with it what waits for a transaction, and the browser breaks off those that run. Local storage
 * takes it at once; the next page of this person moves it to the device's store.
 */
export function keepLastWords(page: Page, userId: string, store: LocalStore, outbox: Outbox): () => void {
  const key = prefixOf(userId) + newId();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    clearTimeout(timer);
    const words: LastWords = {
      changes: store.unwritten().map(({ noteId, update }) => [noteId, toBase64(update)]),
      ...outbox.inHand(),
    };
    if (Object.values(words).every(({ length }) => length === 0)) return local.remove(key);
    local.set(key, JSON.stringify(words));
    timer = setTimeout(keep, WRITTEN_MS);
  };
  const stop = page.onLeave(keep);
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** Before the store is read: takes in what pages of before left. Done twice, should this page be left too, it is harmless. */
export async function takeLastWords(userId: string, store: LocalStore): Promise<void> {
  for (const key of local.keys(prefixOf(userId))) {
    const words = JSON.parse(local.get(key) ?? "{}") as Partial<LastWords>;
    const changes = (words.changes ?? []).map(([noteId, change]) => ({ noteId, update: fromBase64(change) }));
    const kept = changes.map(({ noteId, update }) => store.append(noteId, update, { isPending: true }));
    await store.addCallsFirst(words.unanswered ?? []);
    for (const call of words.unstored ?? []) await store.addCall(call);
    await Promise.all(kept);
    local.remove(key);
  }
}
