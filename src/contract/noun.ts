/**
 * What a noun of the API states beside its operations. Live events, log, trash and imports of this package are made from all of
 * them, so that a noun is added in its own file and in one line of nouns.ts.
 */
export type Noun = {
  operations: object;
  /** What pages hear of when it changes. */
  liveEntities?: readonly string[];
  activityTypes?: readonly string[];
  /** What an entry of the log can be about. */
  activityEntities?: readonly string[];
  /** Kinds of things in the trash, each with the name that answers have for the number of them. */
  trash?: Readonly<Record<string, string>>;
  /** Parts of an import of our own export that are made from its rows. */
  importKinds?: readonly string[];
};

/** Keeps the exact words, from which the unions of the API are made. */
export const defineNoun = <const Defined extends Noun>(noun: Defined): Defined => noun;
