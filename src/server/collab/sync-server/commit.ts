import type { beforeSyncPayload } from "@hocuspocus/server";
import * as Y from "yjs";
import { type CloseReason, syncStep } from "#contract/wire/socket.ts";
import { SCHEMA_VERSION } from "#document/schema-version.ts";
import { Failure } from "../../failure.ts";
import { type Append, appendWithRetry, type Appender, isEmptyUpdate } from "../append-update.ts";
import { setWaitingAside } from "../collect-deleted.ts";
import { noteSent } from "../relay.ts";
import { assertDepth } from "../update-depth.ts";
import type { OpenNotes } from "./open-notes.ts";
import type { SocketContext } from "./socket-context.ts";

class NoRoom extends Error {
  readonly reason: CloseReason = "QUOTA_EXCEEDED";
  /** Hocuspocus writes it to the log at each try. */
  override stack = this.reason;
}

/** What a page says about a document; a change is in the log before Hocuspocus applies, relays and acknowledges it. */
export async function commitBeforeApplying(
  { appender, notes, isStopping }: { appender: Appender; notes: OpenNotes; isStopping: () => boolean },
  payload: beforeSyncPayload<SocketContext>,
): Promise<void> {
  const { type, context, document, connection } = payload;
  if (type === syncStep.one && connection.readOnly) setWaitingAside(document);
  if (type === syncStep.one || connection.readOnly || context.topic?.kind !== "note") return;
  const update = payload.payload.slice();
  if (
    isEmptyUpdate(update) ||
    (type === syncStep.two && Y.snapshotContainsUpdate(Y.snapshot(document), update))
  )
    return;
  assertDepth(update, document);
  noteSent(connection, update);
  const { noteId } = context.topic;
  const schemaVersion = context.schemaVersion ?? SCHEMA_VERSION;
  const append: Append = {
    noteId,
    actorId: context.userId,
    payload: update,
    schemaVersion,
    via: "socket",
    origin: looksPasted(type, update) ? "paste" : undefined,
  };
  await appendWithRetry(appender.appendUpdate, append, () => !isStopping()).catch(closeWithoutRoom);
  // The last page may have left meanwhile and the note been opened again from a log that did not have this change yet.
  const current = await notes.find(noteId);
  if (current && current !== document) notes.apply(current, update, noteId);
}

/** Twenty words and their block. */
const PASTED_BYTES = 100;

/**
 * One message as long as that is no key press. What a page wrote while it was away comes by another message, in which nobody can tell
 * typed words from pasted ones. How many words it brought is looked at when they are counted (words/count-written.ts).
 */
const looksPasted = (type: number, update: Uint8Array): boolean =>
  type === syncStep.update && update.length >= PASTED_BYTES;

/** Closes the note's connection with a reason that the page knows; it asks again, slower each time. */
function closeWithoutRoom(error: unknown): never {
  if (error instanceof Failure && error.code === "QUOTA_EXCEEDED") throw new NoRoom();
  throw error;
}
