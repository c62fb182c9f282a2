import type { ProposedRecord, RecordKind } from "#contract/changesets.ts";
import { Failure } from "../../failure.ts";
import type { RecordRow } from "../records.ts";

/** What is done at one place: what waits as it was, or something new, perhaps instead of that. */
export type Step = { place: number; old?: RecordRow; given?: ProposedRecord };
export type Plan = { steps: Step[]; dropped: RecordRow[]; isMerged: boolean };

/**
 * Where a further change of a thing goes that waits already: into that, at its place; into that, but behind all others, such as the folder
 * that it is moved to; or beside it.
 */
export type Merging = "there" | "last" | "beside";

type Fields = Record<string, unknown>;
type Target = Pick<ProposedRecord, "kind" | "recordId">;

/**
 * What would wait after these changes. Of one thing one record waits, so that it is reviewed, and refused, as one.
 * @throws Failure INVALID_INPUT
 */
export function planChanges(
  waiting: readonly RecordRow[],
  added: readonly ProposedRecord[],
  nextPlace: number,
  merging: Merging,
): Plan {
  const plan: Plan = {
    steps: waiting.map((old) => ({ place: old.place, old })),
    dropped: [],
    isMerged: false,
  };
  let place = nextPlace;
  for (const given of added) {
    const known = merging === "beside" ? undefined : plan.steps.find((step) => isOf(step, given));
    if (!known) {
      plan.steps.push({ place: place++, given });
      continue;
    }
    plan.isMerged = true;
    const merged = mergedWith(wishOf(known), given);
    if (merged === null) drop(plan, known, given);
    else if (merging === "there") known.given = merged;
    else {
      remove(plan, known);
      plan.steps.push({ ...known, place: place++, given: merged });
    }
  }
  return plan;
}

const wishOf = ({ old, given }: Step): ProposedRecord =>
  given ?? {
    kind: old!.kind,
    recordId: old!.record_id,
    action: old!.action,
    fields: old!.after as ProposedRecord["fields"],
  };

function isOf(step: Step, { kind, recordId }: Target): boolean {
  const wish = wishOf(step);
  return wish.kind === kind && wish.recordId === recordId;
}

/** Null: what was to be made isn't wanted any more. */
function mergedWith(known: ProposedRecord, given: ProposedRecord): ProposedRecord | null {
  if (known.action === "remove")
    throw new Failure(
      "INVALID_INPUT",
      `This ${NAMES[given.kind]} is to be deleted. Take that back before you change it.`,
    );
  if (given.action === "create") throw new Failure("CONFLICT", "This id is taken.");
  if (given.action === "update") return { ...known, fields: { ...known.fields, ...given.fields } };
  return known.action === "create" ? null : given;
}

const NAMES: Record<RecordKind, string> = {
  ...{ note: "note", folder: "folder", task: "task", event: "event", reminder: "reminder", file: "file" },
  layout: "dashboard",
};

function remove(plan: Plan, step: Step): void {
  plan.steps = plan.steps.filter((each) => each !== step);
}

/** What was to be made is gone, with what was put into it: as if it had been made and deleted. */
function drop(plan: Plan, step: Step, { kind, fields }: ProposedRecord): void {
  const { recordId, fields: made } = wishOf(step);
  forget(plan, step);
  if (kind !== "folder") return;
  for (const inside of plan.steps.filter((each) => placeOf(wishOf(each)) === recordId)) {
    const wish = wishOf(inside);
    const goesAlong = fields["notes"] === "trash";
    if (goesAlong && wish.action === "create") drop(plan, inside, { ...wish, action: "remove", fields });
    else if (goesAlong)
      inside.given = { ...wish, action: "remove", fields: wish.kind === "folder" ? { notes: "trash" } : {} };
    else {
      const field = wish.kind === "folder" ? "parentId" : "folderId";
      inside.given = { ...wish, fields: { ...wish.fields, [field]: made["parentId"] ?? null } };
    }
  }
}

function forget(plan: Plan, step: Step): void {
  remove(plan, step);
  if (step.old) plan.dropped.push(step.old);
}

const placeOf = ({ kind, fields }: { kind: RecordKind; fields: Fields }): unknown =>
  kind === "folder" ? fields["parentId"] : kind === "note" ? fields["folderId"] : undefined;
