/** No value is larger, nor smaller than its opposite. */
export const MOST_VALUE = 1e15;
/** Between two looks at an address that is asked for a metric's value. */
export const LEAST_MINUTES = 15;
