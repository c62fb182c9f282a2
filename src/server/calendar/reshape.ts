import type { CalendarEvent } from "#contract/events.ts";
import { endBefore, fromInstance, shiftMoment, shiftRule } from "#language/shift-rule.ts";
import { countBefore } from "#language/instances.ts";
import { Failure } from "../failure.ts";
import { changeTimes, lengthOf, movedTo, startOf } from "./event-times.ts";
import type { EventFields } from "./events.ts";
import type { EventMove } from "./log-events.ts";
import type { EventDraft } from "./save-events.ts";

/** An event with those of its instances that have become events of their own. */
export type Series = { event: EventDraft; changed: EventDraft[] };
export type Reshaped = { target: EventDraft; moves: EventMove[] };
type Times = Pick<CalendarEvent, "date" | "time" | "endDate" | "endTime">;

export function draftOf(event: CalendarEvent): EventDraft {
  const { isCanceled: _, createdAt: __, updatedAt: ___, ...draft } = event;
  return draft;
}

/** One instance of a series as an event of its own. */
export const instanceOf = (series: EventDraft, instance: string, id: string): EventDraft => ({
  ...movedTo(series, instance),
  id,
  repeat: null,
  exceptDates: [],
  extraDates: [],
  seriesId: series.id,
  instance,
});

/**
 * A whole event, or series, as a change makes it. Its rule and the names of its instances go with it to other days and times.
 *
 * @param looked When the instance is that the given days and times are said of
 */
export function reshape({ event, changed }: Series, looked: Times, fields: EventFields): Reshaped {
  const isElsewhere = fields.calendarId !== undefined && fields.calendarId !== event.calendarId;
  if (event.seriesId !== null && isElsewhere)
    throw new Failure("INVALID_INPUT", "A single event of a series stays in the calendar of the series.");
  const times = changeTimes(looked, fields);
  const moved = movedTo({ ...event, ...times }, shiftMoment(startOf(event), looked, times));
  const target: EventDraft = {
    ...event,
    ...given(fields),
    date: moved.date,
    time: moved.time,
    endDate: moved.endDate,
    endTime: moved.endTime,
    repeat: repeatOf(event, moved, fields),
    exceptDates: fields.exceptDates ?? event.exceptDates.map((day) => shiftMoment(day, event, moved)),
    extraDates: fields.extraDates ?? event.extraDates.map((day) => shiftMoment(day, event, moved)),
  };
  if (target.time === null) target.timeZone = null;
  return {
    target,
    moves: [{ id: event.id, before: event, after: target }, ...movesOf(event, changed, target)],
  };
}

function repeatOf(event: EventDraft, moved: Times, { repeat }: EventFields): string | null {
  if (event.seriesId !== null) return null;
  if (repeat !== undefined) return repeat;
  return event.repeat === null ? null : shiftRule(event.repeat, event, moved);
}

const FOLLOWED = ["title", "location", "description", "type", "tags", "noteId"] as const;

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What an instance of its own says like its series, it goes on saying like it. */
const followed = (own: EventDraft, before: EventDraft, after: EventDraft): Partial<EventDraft> =>
  Object.fromEntries(
    FOLLOWED.filter((field) => same(own[field], before[field]) && !same(before[field], after[field])).map(
      (field) => [field, after[field]],
    ),
  );

/** Instances of their own keep what they are; they are named anew, and are nobody's when nothing repeats any more. */
function movesOf(event: EventDraft, changed: EventDraft[], target: EventDraft): EventMove[] {
  const isOver = target.repeat === null && target.extraDates.length === 0;
  return changed.flatMap((before): EventMove[] => {
    const instance = shiftMoment(before.instance!, event, target);
    const calendarId = target.calendarId === event.calendarId ? before.calendarId : target.calendarId;
    if (isOver) return [{ id: before.id, before, after: null }];
    const after = { ...before, ...followed(before, event, target), instance, calendarId };
    return same(before, after) ? [] : [{ id: before.id, before, after }];
  });
}

/** This instance alone, which may have been changed before. */
export function reshapeInstance(
  { event, changed }: Series,
  instance: string,
  newId: string,
  fields: EventFields,
): Reshaped {
  const known = changed.find((other) => other.instance === instance);
  const before = known ?? instanceOf(event, instance, newId);
  const { repeat: _, exceptDates: __, extraDates: ___, ...own } = fields;
  const { target } = reshape({ event: before, changed: [] }, before, own);
  return { target, moves: [{ id: target.id, before: known ?? null, after: target }] };
}

/** This instance and all later ones, as a series of their own. */
export function reshapeFollowing(
  { event, changed }: Series,
  instance: string,
  newId: string,
  fields: EventFields,
): Reshaped {
  const isLater = (moment: string) => moment >= instance;
  const before = countBefore(event, instance);
  const later: EventDraft = {
    ...movedTo(event, instance),
    id: newId,
    repeat: event.repeat && fromInstance(event.repeat, before),
    exceptDates: event.exceptDates.filter(isLater),
    extraDates: event.extraDates.filter((moment) => isLater(moment) && moment !== instance),
  };
  const laterChanged = changed.filter((other) => isLater(other.instance!));
  const { target, moves } = reshape(
    { event: later, changed: laterChanged.map((other) => ({ ...other, seriesId: newId })) },
    later,
    fields,
  );
  // All that comes after belongs to the new series, whether or not it changed otherwise.
  const after = new Map(moves.map((move) => [move.id, move.after]));
  const followed = laterChanged.map((other): EventMove => ({
    id: other.id,
    before: other,
    after: after.has(other.id) ? after.get(other.id)! : { ...other, seriesId: newId },
  }));
  return {
    target,
    moves: [{ id: newId, before: null, after: target }, endingBefore(event, instance), ...followed],
  };
}

/** The series without this instance and those after it. */
export const endingBefore = (event: EventDraft, instance: string): EventMove => ({
  id: event.id,
  before: event,
  after: {
    ...event,
    repeat: event.repeat && endBefore(event.repeat, instance),
    exceptDates: event.exceptDates.filter((moment) => moment < instance),
    extraDates: event.extraDates.filter((moment) => moment < instance),
  },
});

/** As the instance that somebody looks at shows it. */
export const lookedAt = (event: EventDraft, instance: string | undefined): EventDraft =>
  instance === undefined || lengthOf(event) < 0 ? event : movedTo(event, instance);

/** Only what is given: an absent field is undefined, which would overwrite. */
const given = (fields: EventFields) =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<EventDraft>;
