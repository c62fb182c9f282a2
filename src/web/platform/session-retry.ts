/** A failed session load is tried again after 2, 4 and 8 seconds, and then given up. */
export const retryDelays = [1, 2, 3].map((attempt) => 1000 * 2 ** attempt);
