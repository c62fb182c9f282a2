import type { BrowserContext, Page } from "@playwright/test";
import { findMessages } from "../scripts/messages.ts";
import { aNote, expect, test } from "./fixtures.ts";
import { patience, someOf } from "./screen-audit.ts";

/** A language that nobody speaks: the English text between signs that no page has of its own. */
const catalog = {
  language: "en",
  messages: Object.fromEntries(findMessages().map((source) => [source, `⟦${source}⟧`])),
};

const speak = (context: BrowserContext) =>
  context.addInitScript((given) => Object.assign(globalThis, { cairnCatalog: given }), catalog);

/** What is no message: names, those of time zones and places too, what was written, times, keys, the words of the server's log. */
const DATA =
  /^(Cairn|Ann|ann-\w+@example\.com|Chrome on Linux|Welcome back|Tents|by the lake|Created "Tents"|Viewed the dashboard|\w+day, .*|\d+(:\d\d)? [AP]M|New York|Open-Meteo|⟦[^⟦⟧]*:|\w{3} \d+(?: – .*)?|(Ctrl|Alt|Shift|Enter|Space|Escape|Del)\b.*|[A-Z]\w+(?:\/[\w+-]+)+|[\d ()]+)$/;

/** What the page shows or says to screen readers beside messages and data. */
async function untranslated(page: Page): Promise<string[]> {
  const found = await page.evaluate(() => {
    const texts: (string | null)[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode())
      // Keys stand within their messages; commands are typed as they are.
      if (!text.parentElement!.closest("script, style, noscript, code, .note-text, :has(> kbd)"))
        texts.push(text.textContent);
    for (const element of document.body.querySelectorAll("*"))
      for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"])
        texts.push(element.getAttribute(name));
    return texts;
  });
  const withoutMessages = (text: string): string => {
    const rest = text.replace(/⟦[^⟦⟧]*⟧/g, "").trim();
    return rest === text ? rest : withoutMessages(rest);
  };
  const rest = found.map((text) => withoutMessages((text ?? "").trim()));
  return [...new Set(rest)].filter((text) => /\p{L}{2}/u.test(text) && !DATA.test(text));
}

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator("body")).toContainText("⟦");
  await expect.poll(() => untranslated(page), path).toEqual([]);
}

test("the app speaks the language whose catalog was loaded before it", async ({ aPerson, onPhone }) => {
  test.setTimeout(patience(90_000));
  const ann = await aPerson("Ann");
  await aNote(ann, { title: "Tents", text: "by the lake" });
  await speak(ann.context);
  const screens = [
    "dashboard",
    "explorer",
    "explorer?view=trash",
    "files",
    "activity",
    "analytics",
    "analytics?view=promises",
    "analytics?view=gaps",
    "analytics?view=contradictions",
    "changes",
    "agents",
    "shared",
    "calendar?view=agenda",
    "chat",
    "voice-chat",
    "nowhere",
  ];
  for (const path of someOf(screens, 4)) await visit(ann.page, `/app/${path}`);
  const tabs = [
    "profile",
    "account",
    "appearance",
    "notifications",
    "storage",
    "data",
    "models",
    "shortcuts",
  ];
  for (const tab of someOf(tabs, 3)) await visit(ann.page, `/app/settings?tab=${tab}`);
  await ann.page.locator("html[data-keys=ready]").waitFor();
  await ann.page.keyboard.press("Control+k");
  await expect(ann.page.getByRole("dialog", { name: "⟦Command palette⟧" })).toBeVisible();
  await expect.poll(() => untranslated(ann.page)).toEqual([]);
  const phone = await onPhone(ann);
  await speak(phone.context());
  for (const path of ["dashboard", "notes", "search"]) await visit(phone, `/mobile/${path}`);
});

test("so do the screens before signing in", async ({ aContext }) => {
  const context = await aContext();
  await speak(context);
  const page = await context.newPage();
  for (const path of ["login", "register", "reset-password", "verify"]) await visit(page, `/auth/${path}`);
});
