/** Does it when the page has nothing else to do; a second later where the browser cannot tell. */
export const whenIdle = (work: () => void): void => {
  if ("requestIdleCallback" in window) requestIdleCallback(work);
  else setTimeout(work, 1000);
};
