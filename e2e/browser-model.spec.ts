import type { Page } from "@playwright/test";
import { aNoteOf, askByKeys, card, comes, savedText } from "./assistant-page.ts";
import { aNote, expect, type Person } from "./fixtures.ts";
import { test } from "./model-servers.ts";
import { toldTo, withPageModel } from "./page-model.ts";

const ROOF = "Huber repaired the roof in October 2026. The repair cost 4,300 euros in total.";
const aRoof = (ann: Person) => aNote(ann, { title: "Roof", text: ROOF });
const question = (page: Page) => page.getByRole("textbox", { name: "Your question" });
const answers = (page: Page) => page.getByRole("article", { name: "Answer" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
async function ask(page: Page, text: string): Promise<void> {
  await expect(button(page, "Ask")).toBeVisible();
  await question(page).fill(text);
  await question(page).press("Enter");
}

test("where no model is connected the browser's own is got, answers with checked citations, and the answer is kept", async ({
  aPerson,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await aRoof(ann);
  await withPageModel(page, {
    availability: "downloadable",
    pieces: ["It cost **much** [1: ", '"4,300 euros in total"]', " and [9] a lot."],
    pauseMs: 400,
  });
  await page.goto("/app/chat");
  await button(page, "Use This Browser's Model").click();
  await expect(page.getByText("The browser gets its model: 40 %")).toBeVisible();
  await expect(page.getByText("The browser gets its model")).toHaveCount(0);
  await ask(page, "What did the roof cost?");
  await expect(answers(page)).toContainText("It cost much1 and a lot.");
  await expect(answers(page)).toContainText("Built-in model");
  await expect(answers(page)).toContainText("1 citation didn't hold and was removed");
  expect(await toldTo(page)).toContain("4,300 euros in total");
  await page.reload();
  await expect(answers(page)).toContainText("It cost much1 and a lot.");
  await expect(page.getByText("This browser's model, on this device")).toBeVisible();
  // A new chat on this device has it too.
  await button(page, "New Chat").click();
  await expect(page.getByText("This browser's model, on this device")).toBeVisible();
});

test("an answer is stopped from another page, and one whose page is closed is interrupted as far as it came", async ({
  aPerson,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await withPageModel(page, {
    pieces: Array.from({ length: 400 }, (_, index) => `word${index} `),
    pauseMs: 50,
  });
  await page.goto("/app/chat");
  await button(page, "Use This Browser's Model").click();
  await ask(page, "Say many words");
  await expect(answers(page)).toContainText("word5 ");
  const other = await ann.context.newPage();
  await other.goto(page.url());
  await expect(answers(other)).toContainText("word20 ");
  await button(other, "Stop").click();
  await expect(answers(page)).toContainText("Stopped.");
  await ask(page, "And again");
  await expect(answers(other)).toHaveCount(2);
  await expect(answers(other).last()).toContainText("word10 ");
  await page.close();
  await expect(answers(other).last()).toContainText(
    "The page that wrote this answer was closed before it was whole.",
    {
      timeout: 45_000,
    },
  );
  await expect(answers(other).last()).toContainText("word10 ");
});

test("its faults are told in plain words, and a browser without one offers none", async ({
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
  await expect(page.getByText("echo-large at")).toBeVisible();
  await expect(page.getByText("Browser's Model")).toHaveCount(0);
  await withPageModel(page, { pieces: ["Half an "], fails: "QuotaExceededError" });
  await page.reload();
  await page.getByRole("button", { name: /echo-large at/ }).click();
  await page.getByRole("menuitem", { name: "This Browser's Model" }).click();
  await ask(page, "Hello?");
  await expect(answers(page).getByRole("alert")).toContainText("too long for this browser's model");
  await expect(answers(page)).toContainText("Half an");
  await page.getByRole("button", { name: "This browser's model, on this device" }).click();
  await page.getByRole("menuitem", { name: "echo-large" }).click();
  await button(page, "Try again").click();
  await expect(answers(page)).toContainText("Hello, wörld");
});

test("a browser that can't get its model says so, in Chat and in the settings", async ({ aPerson }) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await withPageModel(page, { availability: "downloadable", refuses: "NetworkError" });
  await page.goto("/app/settings?tab=models");
  await expect(page.getByText("The browser gets it when you first use it")).toBeVisible();
  await page.getByRole("switch", { name: "Use This Browser's Model" }).click();
  await expect(page.getByText("The browser couldn't get its model.")).toBeVisible();
  await page.goto("/app/chat");
  await ask(page, "Hello?");
  await expect(answers(page).getByRole("alert")).toContainText("isn't available");
});

test("selected text is rewritten by the browser's model where it was chosen", async ({ aPerson }) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await withPageModel(page, { pieces: ["<think>hm</think>The old ", "house is red."] });
  await page.goto("/app/settings?tab=models");
  await page.getByRole("switch", { name: "Use This Browser's Model" }).click();
  const noteId = await aNoteOf(ann, "Teh old house is rde.");
  await askByKeys(ann, "improve");
  await expect(comes(page)).toHaveText(["The", "red"]);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(card(page, "Improve Writing")).toHaveCount(0);
  await expect.poll(() => savedText(ann, noteId)).toBe("The old house is red.");
  expect(await toldTo(page)).toContain("Teh old house is rde.");
});
