import type { Page } from "@playwright/test";
import { aNoteOf, askByKeys, body, card, withModel } from "./assistant-page.ts";
import { expect } from "./fixtures.ts";
import { test } from "./model-servers.ts";

const question = (page: Page) => page.getByRole("textbox", { name: "Your question" });
const answers = (page: Page) => page.getByRole("article", { name: "Answer" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
async function ask(page: Page, text: string): Promise<void> {
  await expect(button(page, "Ask")).toBeVisible();
  await question(page).fill(text);
  await question(page).press("Enter");
}

test("a provider that takes a question and never answers is stopped in Chat, and nothing else waits for it", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await ann.api("POST", "/api/models/providers", {
    name: "Near",
    kind: "openai",
    url: open.url,
    models: { chat: "echo-large" },
  });
  await page.goto("/app/chat");
  open.fail("silent");
  await ask(page, "What did the roof cost?");
  await expect(answers(page)).toContainText("Looking through your notes...");
  // Commands and answers without a model go on beside it.
  await button(page, "New Chat").click();
  await ask(page, "Remember that the roof is red");
  await expect(answers(page)).toContainText("I will keep in mind");
  await page.getByRole("button", { name: "What did the roof cost?", exact: true }).click();
  await button(page, "Stop").click();
  await expect(answers(page)).toContainText("Stopped.");
  // Its connection is closed, too.
  await expect.poll(() => open.connections()).toBe(0);
  open.fail(null);
  await button(page, "Answer again").click();
  await expect(answers(page)).toContainText("Hello, wörld");
});

test("selected text waits for a silent provider only as long as one wants; the note is written on", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await withModel(ann, open);
  await aNoteOf(ann, "Teh house.");
  open.fail("silent");
  await askByKeys(ann, "improve");
  await expect(card(page, "Improve Writing")).toBeVisible();
  await body(page).press("End");
  await page.keyboard.type(" More.");
  await expect(body(page)).toContainText("More.");
  await card(page, "Improve Writing").getByRole("button").first().click();
  await expect(card(page, "Improve Writing")).toHaveCount(0);
  await expect.poll(() => open.connections()).toBe(0);
});

test("a provider that has no such model, or can't do it, says so where it was asked", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await ann.api("POST", "/api/models/providers", {
    name: "Near",
    kind: "openai",
    url: open.url,
    models: { chat: "gone-1", quick: "gone-1" },
  });
  const refused = (message: string) => ({ status: 404, body: JSON.stringify({ error: { message } }) });
  open.fail(refused("The model `gone-1` does not exist"));
  await page.goto("/app/chat");
  await ask(page, "Hello?");
  await expect(answers(page).getByRole("alert")).toContainText("has no model named “gone-1”");
  await aNoteOf(ann, "Teh house.");
  await askByKeys(ann, "improve");
  await expect(card(page, "Improve Writing")).toContainText("has no model named “gone-1”");
  open.fail({
    status: 400,
    body: JSON.stringify({ error: { message: "This model does not support chat" } }),
  });
  await page.goto("/app/chat");
  await ask(page, "Hello?");
  await expect(answers(page).getByRole("alert")).toContainText("can't chat with gone-1");
});
