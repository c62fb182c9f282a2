/** Read by pages too, which take no schema along. */
export const PASSPHRASE_MIN = 12;
export const USUAL_KEEP = { daily: 7, weekly: 4, monthly: 6 };
