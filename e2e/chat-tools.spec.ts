import { savedText } from "./assistant-page.ts";
import { aNote, expect } from "./fixtures.ts";
import { test } from "./model-servers.ts";
import { runAxe } from "./run-axe.ts";

test("a model's steps are seen as it takes them; what it proposes is accepted from Chat, and taken back", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  const noteId = await aNote(ann, { title: "Roof", text: "Huber repairs the roof.\n\nThe gutter is next." });
  await ann.api("POST", "/api/models/providers", {
    name: "Near",
    kind: "openai",
    url: open.url,
    models: { chat: "echo-large" },
  });
  let round = 0;
  open.say(() => {
    round += 1;
    if (round === 1)
      return { pieces: ["Let me look."], calls: [{ name: "search", input: { query: "roof" } }] };
    if (round > 2) return { pieces: ["I propose ", "two changes."], pauseMs: 300 };
    return {
      pieces: [],
      calls: [
        { name: "edit_note", input: { noteId, find: "repairs", replace: "has repaired" } },
        { name: "create_task", input: { title: "Ask about the gutter", dueDate: "2026-12-04" } },
      ],
    };
  });
  await page.goto("/app/chat");
  await expect(page.getByRole("button", { name: "Tools are on" })).toHaveAttribute("aria-pressed", "true");
  const question = page.getByRole("textbox", { name: "Your question" });
  await question.fill("What is next for the roof? Write it down.");
  await question.press("Enter");
  const answer = page.getByRole("article", { name: "Answer" });
  await expect(answer).toContainText('Searched for "roof"');
  await expect(answer).toContainText("I propose two changes.");
  await answer.getByText("3 steps").click();
  await expect(answer).toContainText('Wants to create the task "Ask about the gutter"');
  const proposed = answer.getByRole("region", { name: "Proposed changes" });
  await expect(proposed).toContainText("2 changes wait for your approval");
  expect(await savedText(ann, noteId)).toContain("Huber repairs");
  const values = ["wcag2a", "wcag2aa", "wcag21aa"];
  const { passed, violations } = await runAxe(page, { runOnly: { type: "tag", values } });
  expect(passed).toBeGreaterThan(10);
  expect(violations).toEqual([]);
  await proposed.getByRole("button", { name: "Accept All" }).click();
  await expect(proposed).toContainText("2 changes accepted");
  await expect.poll(() => savedText(ann, noteId)).toContain("Huber has repaired the roof.");
  await proposed.getByRole("button", { name: "Undo" }).click();
  await expect(proposed).toContainText("Nothing waits here");
  await expect.poll(() => savedText(ann, noteId)).toContain("Huber repairs the roof.");
  await proposed.getByRole("link", { name: "Review" }).click();
  await expect(page).toHaveURL(/\/app\/changes\//);
  await expect(page.getByRole("main")).toContainText("Ask about the gutter");

  await page.goBack();
  await page.getByRole("button", { name: "Tools are on" }).click();
  await expect(page.getByRole("button", { name: "Tools are off" })).toBeVisible();
  await question.fill("And now?");
  await question.press("Enter");
  await expect(answer.nth(1)).toContainText("I propose two changes.");
  expect(open.asked.at(-1)!.json).not.toHaveProperty("tools");
});

test("a tool elsewhere that may write waits for its person, shows what would go out, and is used once allowed", async ({
  aPerson,
  open,
  wiki,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await ann.api("POST", "/api/models/providers", {
    name: "Near",
    kind: "openai",
    url: open.url,
    models: { chat: "echo-large" },
  });
  wiki.says(({ name }) => ({ content: [{ type: "text", text: `${name} is done` }] }));
  wiki.called.length = 0;
  const call = (title: string) => ({ name: "server1_2_create_page", input: { title } });
  const rounds = [
    [{ name: "server1_1_search", input: { query: "roof" } }],
    [call("The roof")],
    [call("More")],
  ];
  open.say(() => {
    const calls = rounds.shift();
    return calls ? { pieces: [], calls } : { pieces: ["That is all."] };
  });
  await page.goto("/app/chat");
  const question = page.getByRole("textbox", { name: "Your question" });
  await question.fill("Make a page about the roof");
  await question.press("Enter");
  const answer = page.getByRole("article", { name: "Answer" });
  await expect(answer).toContainText("Wiki: search");
  const asked = answer.getByRole("group", { name: "Allow “Wiki: create_page”?" });
  const sent = asked.getByLabel("What is sent");
  await expect(sent).toHaveValue(/"title": "The roof"/);
  expect(wiki.called.map(({ name }) => name)).toEqual(["search"]);
  const values = ["wcag2a", "wcag2aa", "wcag21aa"];
  expect((await runAxe(page, { runOnly: { type: "tag", values } })).violations).toEqual([]);
  // Whoever loads the page again is still asked, and answers by keys.
  await page.reload();
  await asked.getByRole("button", { name: "Allow" }).focus();
  await page.keyboard.press("Enter");
  await expect(sent).toHaveValue(/"title": "More"/);
  expect(wiki.called.map(({ name }) => name)).toEqual(["search", "create_page"]);
  await page.setViewportSize({ width: 390, height: 844 });
  await asked.getByRole("button", { name: "Refuse" }).click();
  await expect(answer).toContainText("That is all.");
  await answer.getByText("5 steps").click();
  await expect(answer).toContainText("Wiki: create_page: not allowed");
  expect(wiki.called).toHaveLength(2);
});
