/** What lies over the page and has the keys while it is there: not a window that floats beside it, and nothing that closes. */
export const OPEN_DIALOG =
  ":is([role=dialog], [role=alertdialog], dialog[open]):not([data-modeless], [data-ending-style], [hidden])";
const OPEN_MENU = "[role=menu]:not([data-ending-style], [hidden])";

/** A dialog lies over the page. */
export const hasDialog = () => document.querySelector(OPEN_DIALOG) !== null;

/** While something lies over the page, the keys are its own. */
export const isCovered = () => hasDialog() || document.querySelector(OPEN_MENU) !== null;
