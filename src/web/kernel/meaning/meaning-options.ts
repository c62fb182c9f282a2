import type { MeaningState } from "#contract/meaning.ts";
import { api } from "../../platform/api.ts";

/** How far search by meaning is; one answer for the settings, the search and the palette. */
export const meaningOptions = () => api.meaning.get.queryOptions({ input: {} });

/** Nothing is found with another model than the one that read. */
export const isMeaningOn = (state: MeaningState | undefined): boolean => state?.index?.isCurrent === true;

/** Among the searches for notes, so that a note that is changed or deleted is so in what is found by meaning, too. */
export const nearKey = () => [...api.notes.search.key(), "meaning"];
