import type { Page } from "@playwright/test";

const EVENTS = [
  ...["keydown", "keypress", "beforeinput", "input", "selectionchange", "mousedown"],
  ...["focusin", "focusout", "compositionstart", "compositionend"],
];
const LAST = 120;

/** Before a page is opened: keeps what its last keys did, for the moment when one of them is not shown. */
export const recordKeys = (page: Page): Promise<unknown> =>
  page.context().addInitScript(record, { types: EVENTS, last: LAST });

/** What the page was told and what changed in its text, the newest last, a line each. */
export const lastKeys = (page: Page): Promise<string> =>
  page.evaluate(() => (globalThis as unknown as { keyRecord: string[] }).keyRecord.join("\n"));

function record({ types, last }: { types: string[]; last: number }): void {
  const kept: string[] = [];
  Object.assign(globalThis, { keyRecord: kept });
  const keep = (what: string) => {
    kept.push(`${performance.now().toFixed(1)} ${what}`);
    if (kept.length > last) kept.shift();
  };
  const nameOf = (node: unknown) => (node instanceof Element ? `${node.tagName}#${node.id}` : String(node));
  for (const type of types)
    document.addEventListener(
      type,
      (event) => {
        const { key, data, inputType } = event as Partial<KeyboardEvent & InputEvent>;
        const selection = getSelection();
        const caret = `${JSON.stringify(selection?.focusNode?.textContent?.slice(-20))}@${selection?.focusOffset}`;
        const words = [type, key, data, inputType, "on", nameOf(event.target)];
        keep([...words, "focus", nameOf(document.activeElement), "caret", caret].filter(Boolean).join(" "));
      },
      true,
    );
  const seen = (records: MutationRecord[]) => {
    for (const { type, target, oldValue } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      if (element?.closest(".note-text"))
        keep(
          `${type} ${nameOf(target)} ${oldValue ?? ""} -> ${JSON.stringify(target.textContent?.slice(-40))}`,
        );
    }
  };
  const attributeFilter = ["contenteditable"];
  new MutationObserver(seen).observe(document, {
    ...{ subtree: true, childList: true, characterData: true, characterDataOldValue: true },
    ...{ attributes: true, attributeFilter },
  });
}
