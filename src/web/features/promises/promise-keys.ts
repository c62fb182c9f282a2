/** Of reading what was written since, which the page does while it is open. */
export const LOOK_KEY = ["promises-look"] as const;
