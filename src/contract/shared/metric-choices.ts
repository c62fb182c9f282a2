/** Between two looks at an address that is asked for a metric's value. */
export const LEAST_MINUTES = 15;
