import type { Page } from "@playwright/test";
import type { ModelServer } from "#testing/servers/model-server.ts";
import { aNote, expect, openEditor, type Person } from "./fixtures.ts";

export const withModel = (person: Person, open: ModelServer) =>
  person.api("POST", "/api/models/providers", {
    name: "Near",
    kind: "openai",
    url: open.url,
    models: { quick: "echo-small" },
  });

export const body = (page: Page) => page.getByRole("textbox", { name: "Note text" });
export const out = (page: Page) => body(page).locator("del.assist-out");
export const comes = (page: Page) => body(page).locator("ins.assist-in");
export const card = (page: Page, name: string) => page.getByRole("dialog", { name });

export async function aNoteOf(person: Person, text: string, title = "Letter"): Promise<string> {
  const noteId = await aNote(person, { title, text });
  await openEditor(person.page, noteId);
  return noteId;
}

/** Selects the whole text and asks for something by keys alone. */
export async function askByKeys({ page }: Person, words: string) {
  await body(page).focus();
  await page.keyboard.press("ControlOrMeta+A");
  await expect(page.getByRole("button", { name: "Ask AI" })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+J");
  const field = page.getByRole("combobox", { name: "What would you like to do with the selection?" });
  await field.fill(words);
  await page.keyboard.press("Enter");
}

export const savedText = async (person: Person, noteId: string) =>
  (await person.api<{ text: string }>("GET", `/api/notes/${noteId}/body`)).text.trim();
