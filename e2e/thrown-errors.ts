import type { Browser, BrowserContext, WebError } from "@playwright/test";

/**
 * Hears of every error that nothing caught, in any page that this browser opens from now on: whoever has such a page may have
 * lost the letter that was just typed.
 * @returns Ends it
 */
export function hearErrors(browser: Browser, onError: (words: string) => void): () => void {
  const tell = (thrown: WebError) => {
    const error = thrown.error();
    onError(`${thrown.page()?.url() ?? "a page"} threw ${error.stack ?? error.message}`);
  };
  const follow = (context: BrowserContext) => void context.on("weberror", tell);
  browser.on("context", follow);
  return () => void browser.off("context", follow);
}
