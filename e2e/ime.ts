import type { CDPSession, Page } from "@playwright/test";

/** The keyboard of somebody who writes through an input method. */
export async function imeOf(page: Page) {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  const show = async (text: string) => {
    const caret = { selectionStart: text.length, selectionEnd: text.length };
    await cdp.send("Input.imeSetComposition", { text, ...caret });
  };
  const put = async (text: string) => void (await cdp.send("Input.insertText", { text }));
  return {
    /** What the input method underlines now. */
    show,
    put,
    /** What it does: each step replaces what is being composed, the last one is put in. */
    compose: async (...steps: string[]) => {
      for (const step of steps) await show(step);
      await put(steps.at(-1)!);
    },
    /** A key that the input method takes for itself, which the page is told of nevertheless. */
    key: async (key: "Enter" | "Escape" | "ArrowDown" | "ArrowUp") => {
      const event = { type: "rawKeyDown", key, code: key, windowsVirtualKeyCode: 229 } as const;
      await cdp.send("Input.dispatchKeyEvent", event);
    },
  };
}
