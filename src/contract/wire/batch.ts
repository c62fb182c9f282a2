/** Calls that one request may carry (docs/decisions/117). */
export const MOST_CALLS = 40;
