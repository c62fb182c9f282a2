import type { Browser, BrowserContext, WebError } from "@playwright/test";

/**
 * Hears of every error that nothing caught, in any page of this browser from now on: whoever has such a page may have
 * lost the letter that was just typed.
 * @returns Ends it
 */
export function hearErrors(browser: Browser, onError: (words: string) => void): () => void {
  const tell = (thrown: WebError) => {
    const error = thrown.error();
    onError(`${thrown.page()?.url() ?? "a page"} threw ${error.stack ?? error.message}`);
  };
  const followed = new Set<BrowserContext>();
  const follow = (context: BrowserContext) => {
    followed.add(context);
    context.on("weberror", tell);
  };
  browser.contexts().forEach(follow);
  browser.on("context", follow);
  return () => {
    browser.off("context", follow);
    for (const context of followed) context.off("weberror", tell);
  };
}
