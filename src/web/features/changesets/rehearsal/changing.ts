import type { ProposedRecord } from "#contract/changesets.ts";
import { t } from "../../../lib/messages/t.ts";
import { api, invalidate } from "../../../platform/api.ts";
import { newId } from "../../../platform/ids.ts";
import { rpc } from "../../../platform/rpc.ts";
import { errorCode, errorMessage, isUnreachable } from "../../../platform/rpc-errors.ts";
import { toast } from "../../../ui/toast-store.ts";
import { decideMany } from "../decisions.ts";
import { allRefs, isWaiting } from "../parts.ts";

/** What was changed in a rehearsal is shown by all that shows it. */
export function refreshRehearsal(): void {
  invalidate(api.rehearsals.key());
  invalidate(api.changesets.key());
}

const OFFLINE = t("You're offline. Nothing was changed; try again when you're back.");
const FAILED = t("Couldn't change that.");

export const whyNot = (error: unknown): string =>
  isUnreachable(error)
    ? OFFLINE
    : ["CONFLICT", "INVALID_INPUT", "QUOTA_EXCEEDED", "NOT_FOUND"].includes(errorCode(error) ?? "")
      ? errorMessage(error, FAILED).replace(/^records \d+: /, "")
      : FAILED;

type Fields = ProposedRecord["fields"];
/** A change of a note or folder, by what is done to it. */
const by =
  (action: ProposedRecord["action"]) =>
  (kind: "note" | "folder", recordId: string, fields: Fields = {}): ProposedRecord => ({
    ...{ kind, recordId, action, fields },
  });
const creation = by("create");
export const update = by("update");
export const removal = by("remove");

/** Adds changes to what waits; true where that was done. */
export async function change(id: string, ...records: ProposedRecord[]): Promise<boolean> {
  try {
    await rpc.rehearsals.change({ id, records });
    return true;
  } catch (error) {
    toast.failed(whyNot(error), () => void change(id, ...records));
    return false;
  } finally {
    refreshRehearsal();
  }
}

export async function createFolder(
  id: string,
  name: string,
  parentId: string | null,
): Promise<string | null> {
  const recordId = newId();
  const isDone = await change(id, creation("folder", recordId, { name, parentId }));
  return isDone ? recordId : null;
}

export async function createNote(id: string, title: string, folderId: string | null): Promise<string | null> {
  const recordId = newId();
  const isDone = await change(id, creation("note", recordId, { title, folderId }));
  return isDone ? recordId : null;
}

export async function takeBack(id: string, recordId: string): Promise<void> {
  try {
    await rpc.rehearsals.takeBack({ id, recordId });
  } catch (error) {
    toast.failed(whyNot(error), () => void takeBack(id, recordId));
  } finally {
    refreshRehearsal();
  }
}

/**
 * Makes all of it real that this page has seen; true where anything was.
 * @param seenAt When it was changed last as this page has seen it
 */
export async function acceptAll(id: string, seenAt: string): Promise<boolean> {
  try {
    const now = await rpc.changesets.get({ id });
    if (now.updatedAt !== seenAt) {
      toast.info(t("More was changed meanwhile. Look at it, then accept."));
      return false;
    }
    const refs = allRefs(now).flatMap(({ ref, state }) => (isWaiting(state) ? [ref] : []));
    return await decideMany(id, "apply", refs, true);
  } catch (error) {
    toast.failed(whyNot(error), () => void acceptAll(id, seenAt));
    return false;
  } finally {
    refreshRehearsal();
  }
}

/** Starts an empty set of changes, in which one walks around; null where that failed. */
export async function startRehearsal(): Promise<string | null> {
  const id = newId();
  try {
    await rpc.rehearsals.start({ id, title: t("Rehearsal") });
    invalidate(api.changesets.key());
    return id;
  } catch (error) {
    toast.failed(
      isUnreachable(error) ? OFFLINE : errorMessage(error, t("Couldn't start a rehearsal.")),
      () => void startRehearsal(),
    );
    return null;
  }
}
