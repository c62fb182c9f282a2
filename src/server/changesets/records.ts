import { isDeepStrictEqual } from "node:util";
import type { AnyContractProcedure } from "@orpc/contract";
import type { z } from "zod";
import type { ChangedRecord, PartState, ProposedRecord, RecordKind } from "#contract/changesets.ts";
import type { TextOrigin } from "#document/marks/origin.ts";
import { cleanStrings } from "#document/text/clean-text.ts";
import type { Services } from "../base.ts";
import type { Tx } from "../db/client.ts";
import { Failure, notFound } from "../failure.ts";
import type { Changeable } from "../feature.ts";
import { type Writers, writersOf } from "../notes/writers-of.ts";

type Fields = Record<string, unknown>;

/** Where it is done: `services` work in the transaction that is open. */
export type At = {
  tx: Tx;
  services: Pick<Services, "db" | "collab">;
  room: Services["collab"]["room"];
  changeables: Record<RecordKind, Changeable>;
  /** Of the words that a new note brings. */
  origin: "ai" | "api";
  /** The same for who reads it. */
  textOrigin: TextOrigin | undefined;
};

export type RecordRow = {
  place: number;
  kind: RecordKind;
  record_id: string;
  action: ChangedRecord["action"];
  title: string;
  before: Fields | null;
  after: Fields;
  done: unknown;
  state: PartState;
};

/**
 * What is to be done, beside what it is done to. Done at once, to see whether it can be: whoever calls takes it back.
 * @throws Failure INVALID_INPUT, NOT_FOUND, and what the operation throws
 */
export async function rehearse(at: At, place: number, given: ProposedRecord): Promise<RecordRow> {
  const { kind, recordId, action } = given;
  const changeable = at.changeables[kind];
  const after = fieldsFor(changeable, given);
  const current = await changeable.read(at.tx, recordId);
  if (action === "create" && current) throw new Failure("CONFLICT", "This id is taken.");
  if (action !== "create" && !current) throw notFound();
  if (action === "update" && Object.keys(after).length === 0)
    throw new Failure("INVALID_INPUT", "Nothing is to be changed.");
  const unknown = action === "update" && Object.keys(after).find((field) => !(field in current!));
  if (unknown) throw new Failure("INVALID_INPUT", `${unknown} can't be changed here.`);
  const row: RecordRow = {
    place,
    kind,
    record_id: recordId,
    action,
    title: titleOf(current) ?? titleOf(after) ?? "",
    before: action === "update" ? pick(current!, Object.keys(after)) : current,
    after,
    done: null,
    state: "proposed",
  };
  await act(at, row);
  return row;
}

const titleOf = (fields: Fields | null): string | null => {
  const title = fields?.["title"] ?? fields?.["name"];
  return typeof title === "string" ? title : null;
};

/** As the operation takes them. @throws Failure INVALID_INPUT */
function fieldsFor(changeable: Changeable, given: ProposedRecord): Fields {
  const { kind, recordId, action, fields } = given;
  const operation: AnyContractProcedure | undefined = changeable.operations[action];
  if (!operation || (action === "create" && !changeable.create))
    throw new Failure("INVALID_INPUT", `A ${kind} can't be created here.`);
  const idName = action === "create" ? "id" : changeable.idName;
  const schema = operation["~orpc"].inputSchema as z.ZodType;
  const clean = JSON.parse(JSON.stringify(fields), cleanStrings) as Fields;
  const read = schema.safeParse({ ...clean, [idName]: recordId });
  if (!read.success)
    throw new Failure(
      "INVALID_INPUT",
      read.error.issues.map((issue) => `${issue.path.join(".") || kind}: ${issue.message}`).join("; "),
    );
  const { [idName]: _, ...parsed } = read.data as Fields;
  return parsed;
}

/** Changes `row`. */
export async function applyRecord(at: At, row: RecordRow): Promise<void> {
  const changeable = at.changeables[row.kind];
  const current = await changeable.read(at.tx, row.record_id);
  const isBack = row.action === "create" && row.state === "undone" && current !== null;
  if (isBack) {
    // Somebody took it out of the trash, or it came back with its folder.
    row.done = json(current);
    row.state = "applied";
  } else
    row.state = whyNot(changeable, row, current) ?? (await act(at, row).then(() => "applied", stateAfter));
}

export function whyNot(changeable: Changeable, row: RecordRow, current: Fields | null): PartState | null {
  if (row.action === "create") return current ? "changed" : null;
  if (!current) return "gone";
  return isAlike(changeable, touched(row, current), row.before!) ? null : "changed";
}

/** Without what changes by itself. */
const steady = ({ itself = [] }: Changeable, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !itself.includes(name)));

const isAlike = (changeable: Changeable, one: Fields, other: Fields): boolean =>
  isDeepStrictEqual(steady(changeable, json(one)), steady(changeable, json(other)));

const touched = ({ action, after }: RecordRow, current: Fields): Fields =>
  action === "update" ? pick(current, Object.keys(after)) : current;

/** What can't be done any more waits; for want of room nothing at all is done. */
function stateAfter(error: unknown): PartState {
  if (error instanceof Failure && error.code !== "QUOTA_EXCEEDED") return "changed";
  throw error;
}

async function act({ tx, services, changeables, origin, textOrigin }: At, row: RecordRow): Promise<void> {
  const { kind, record_id: id, action, after } = row;
  const { idName, read, create, update, remove } = changeables[kind];
  const input = (name: string, fields: Fields) => ({ ...fields, [name]: id }) as never;
  if (action === "remove") {
    row.done = json((await remove(services, tx.userId, input(idName, after))) ?? null);
    return;
  }
  if (action === "create") {
    const again = row.state === "undone" && (await outOfTrash({ services, tx }, changeables[kind], id));
    if (!again)
      await create!(
        services,
        tx.userId,
        input("id", kind === "note" ? { ...after, ...writerOf(after, { origin, textOrigin }) } : after),
      );
  } else await update(services, tx.userId, input(idName, after));
  const now = await read(tx, id);
  if (!now) throw notFound();
  row.done = json(touched(row, now));
}

/** A set that people and models work on together says of each note who wrote it. */
function writerOf(fields: Writers, { origin, textOrigin }: Pick<At, "origin" | "textOrigin">) {
  const { writtenBy, earlier } = fields;
  const ofPeople = writtenBy === null || (earlier?.length ?? 0) > 0;
  return {
    origin: ofPeople ? "api" : writtenBy ? "ai" : origin,
    ...writersOf(fields, textOrigin),
  } as const;
}

/** What was made, and taken back, lies in the trash. */
async function outOfTrash(
  { services, tx }: Pick<At, "services" | "tx">,
  { restore, hasNoTrash }: Changeable,
  id: string,
): Promise<boolean> {
  if (hasNoTrash) return false;
  try {
    await restore(services, tx.userId, id, { before: {}, result: null });
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === "NOT_FOUND") return false;
    throw error;
  }
}

/** Takes back what nobody has changed since; what somebody has stays. Changes `row`. */
export async function undoRecord(at: At, row: RecordRow): Promise<void> {
  const { changeables, tx } = at;
  const current = await changeables[row.kind].read(tx, row.record_id);
  row.state = await takeBack(at, row, current && json(current)).catch((error: unknown) => {
    if (error instanceof Failure && error.code === "NOT_FOUND") return "gone" as const;
    if (error instanceof Failure && error.code !== "QUOTA_EXCEEDED") return "kept" as const;
    throw error;
  });
}

async function takeBack(at: At, row: RecordRow, current: Fields | null): Promise<PartState> {
  const { services, changeables, tx } = at;
  const { kind, record_id: id, action, before, done } = row;
  const { idName, restore, remove, update } = changeables[kind];
  if (action === "remove") {
    if (current) return "gone";
    await restore(services, tx.userId, id, { before: before!, result: done });
    return "undone";
  }
  if (!current) return "gone";
  if (action === "create") {
    if (!isAlike(changeables[kind], current, done as Fields)) return "kept";
    const input = { [idName]: id, ...(kind === "folder" && { notes: "moveUp" }) };
    await remove(services, tx.userId, input as never);
    return "undone";
  }
  const fields = Object.keys(before!);
  const still = fields.filter((field) => isDeepStrictEqual(current[field], (done as Fields)[field]));
  if (still.length === 0) return "kept";
  await update(services, tx.userId, { ...pick(before!, still), [idName]: id } as never);
  return still.length === fields.length ? "undone" : "merged";
}

const pick = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));

/** As it comes back from the database. */
export const json = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

export const shownRecord = ({
  place,
  kind,
  record_id: recordId,
  action,
  title,
  before,
  after,
  state,
}: RecordRow) => {
  const names = action === "remove" ? [] : Object.keys(after);
  const fields = names.map((name) => ({
    name,
    before: json(before?.[name] ?? null) as ChangedRecord["fields"][number]["before"],
    after: json(after[name] ?? null) as ChangedRecord["fields"][number]["after"],
  }));
  return { place, kind, recordId, action, title, fields, state } satisfies ChangedRecord;
};
