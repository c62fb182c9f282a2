import type { ErrorCode } from "#contract/shared/base.ts";
import { Failure } from "../failure.ts";

/**
 * What CalDAV calls a calendar object: the file of one event with its changed instances, or of one task, under a name that a client gave
 * it. The calendar and the tasks each know how theirs are found and saved.
 */
export type ObjectState = { name: string; etag: string };
export type StoredObject = ObjectState & { text: string };

/** What changed since a client asked last. */
export type ObjectChanges = { changed: ObjectState[]; removed: string[]; token: string };

/** What a client knows of the object it is about to write over or to remove; the etag is null where there is none. */
export type Expectation = (etag: string | null) => void;

/** Of one object. Longer files are no single event. */
export const OBJECT_BYTES_MAX = 512 * 1024;
export const NAME_MAX = 255;

/** Names that RFC 4791 has for what is wrong with an object, as elements of an answer. */
export type Precondition =
  | "valid-calendar-data"
  | "valid-calendar-object-resource"
  | "supported-calendar-component"
  | "no-uid-conflict"
  | "max-resource-size";

/** An object that is not taken, with what of the protocol it breaks. */
export class ObjectRefused extends Failure {
  readonly precondition: Precondition;
  /** Of the object that has the UID already. */
  readonly conflictsWith: string | null;

  constructor(precondition: Precondition, message: string, conflictsWith: string | null = null) {
    super(CODES[precondition], message);
    this.precondition = precondition;
    this.conflictsWith = conflictsWith;
  }
}

const CODES: Record<Precondition, ErrorCode> = {
  "valid-calendar-data": "INVALID_INPUT",
  "valid-calendar-object-resource": "INVALID_INPUT",
  "supported-calendar-component": "INVALID_INPUT",
  "no-uid-conflict": "CONFLICT",
  "max-resource-size": "TOO_LARGE",
};
