import type { Page } from "@playwright/test";
import { editorOf } from "./process-pages.ts";

/** The text that a page shows, one block a line, without the names at other people's carets, of checkboxes and of languages. */
export function shownText(page: Page): Promise<string> {
  return editorOf(page).evaluate((editor) => {
    const copy = editor.cloneNode(true) as HTMLElement;
    for (const caret of copy.querySelectorAll("[class^=collaboration-carets], label, select")) caret.remove();
    return [...copy.children].map((block) => block.textContent).join("\n");
  });
}
