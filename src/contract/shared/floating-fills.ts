/** What a floating window may fill of the screen instead of its own place. */
export const FLOATING_FILLS = [
  "full",
  "left",
  "right",
  "top-left",
  "top-right",
  "bottom-left",
  "bottom-right",
] as const;
