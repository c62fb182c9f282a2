import type { MeaningState } from "#contract/meaning.ts";
import { api } from "../../platform/api.ts";

/** How far search by meaning is; one answer for the settings, the search and the palette. */
export const meaningOptions = () => api.meaning.get.queryOptions({ input: {} });

/** Nothing is found with another model than the one that read. */
export const isMeaningOn = (state: MeaningState | undefined): boolean => state?.index?.isCurrent === true;
