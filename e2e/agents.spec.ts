import { expect, test } from "./fixtures.ts";
import { audit, findOverflow, resize } from "./screen-audit.ts";

const note = (title: string, tags: string[]) => ({
  title,
  tags,
  body: { format: "markdown", text: "Words." },
});

test("a ready-made agent is added, tried, run, and what it proposes is accepted; one it may apply is undone from the list", async ({
  aPerson,
}) => {
  const { page, api } = await aPerson();
  for (const [title, tag] of [
    ["One", "Recipes"],
    ["Two", "recipe"],
    ["Three", "recipe"],
  ] as const)
    await api("POST", "/api/notes", note(title, [tag]));
  await page.goto("/app/agents");
  await expect(page.getByRole("heading", { name: "Agents", level: 1 })).toBeVisible();
  expect(await audit(page, "agents, none yet")).toEqual([]);
  expect(await resize(page, "agents, none yet")).toEqual([]);
  await page.getByRole("button", { name: "Add Tidy tags" }).click();
  await expect(page).toHaveURL(/\/app\/agents\/[\w-]{36}$/);
  await expect(page.getByRole("heading", { name: "Tidy tags", level: 1 })).toBeVisible();
  expect(await audit(page, "an agent")).toEqual([]);
  expect(await resize(page, "an agent")).toEqual([]);

  const runs = page.getByRole("region", { name: "Runs" });
  await page.getByRole("button", { name: "Dry run" }).click();
  await expect(runs.getByRole("listitem").first()).toContainText("nothing was proposed", { timeout: 20_000 });
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const first = runs.getByRole("listitem").filter({ hasText: "Proposes 1 change." });
  await expect(first).toBeVisible({ timeout: 20_000 });
  await first.getByRole("button", { name: "Steps" }).click();
  await expect(first).toContainText('"recipe" is also written "Recipes"');
  await first.getByRole("link", { name: "Review" }).click();
  await page.getByRole("button", { name: "Accept all changes" }).click();
  await expect(page.getByText("1 accepted").first()).toBeVisible();

  // What it may do without asking is kept with the agent, and said in its run.
  await page.goto("/app/agents");
  await api("POST", "/api/notes", note("Four", ["RECIPE"]));
  await page.getByRole("region", { name: "Your agents" }).getByRole("link", { name: "Tidy tags" }).click();
  await page.getByRole("checkbox", { name: /^Notes:/ }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Agent updated successfully" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("checkbox", { name: /^Notes:/ })).toBeChecked();
  await expect(page.getByText("Not saved yet")).toHaveCount(0);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const made = runs.getByRole("listitem").filter({ hasText: "Made 1 change, as you allowed." });
  await expect(made).toBeVisible({ timeout: 20_000 });
  await page.goto("/app/agents");
  const digest = page.getByRole("region", { name: "Since your last visit" });
  const ofMade = digest.getByRole("listitem").filter({ hasText: "Made 1 change, as you allowed." });
  await ofMade.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Taken back. What you changed since stays.")).toBeVisible();
  const { notes } = (await api("GET", "/api/notes")) as { notes: { title: string; tags: string[] }[] };
  expect(notes.find(({ title }) => title === "Four")!.tags).toEqual(["RECIPE"]);
  expect(notes.find(({ title }) => title === "One")!.tags).toEqual(["recipe"]);
  // What was taken back is not offered to be taken back again.
  await expect(digest.getByText("Proposed 1 change. None of them stands.")).toBeVisible();
  await expect(digest.getByRole("button", { name: "Undo" })).toHaveCount(1);
  await digest.getByRole("button", { name: "Mark as seen" }).click();
  await expect(digest).toHaveCount(0);
});

test("one switch stops all agents, on every page, until it is turned off", async ({ aPerson }) => {
  const { page } = await aPerson();
  await page.goto("/app/agents");
  await page.getByRole("button", { name: "Add Weekly review" }).click();
  await expect(page.getByRole("heading", { name: "Weekly review", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "All agents" }).click();
  await page.getByRole("switch", { name: "Stop all agents" }).click();
  await expect(page.getByText("No agent runs until you turn this off.")).toBeVisible();
  await page.getByRole("link", { name: "Weekly review" }).click();
  await expect(page.getByText(/All agents are stopped/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Run", exact: true })).toBeDisabled();
  await page.getByRole("link", { name: "All agents" }).click();
  await page.getByRole("switch", { name: "Stop all agents" }).click();
  await page.getByRole("link", { name: "Weekly review" }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByText("Proposes 1 change.")).toBeVisible({ timeout: 20_000 });
});

test("an agent of one's own is set up on a phone, and says that there is no model", async ({ aPerson }) => {
  const { page } = await aPerson();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/mobile/agents");
  await page.getByRole("button", { name: "New agent" }).click();
  await page.getByRole("textbox", { name: "Instructions" }).fill("新しいメモを整理して。");
  await page.getByRole("combobox", { name: "When" }).selectOption({ label: "When its address is called" });
  await page.getByRole("button", { name: "Make an address" }).click();
  await expect(page.getByRole("textbox", { name: /^Address/ })).toHaveValue(/\/hooks\/agents\/[\w-]+$/);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Agent updated successfully" })).toBeVisible();
  expect(await findOverflow(page, "an agent on a phone")).toEqual([]);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByText(/No AI model is set up for Chat/)).toBeVisible({ timeout: 20_000 });
});

test("what is written in an agent and not saved is here again, tags are typed as one types, and its address says when it works", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  await page.goto("/app/agents");
  await page.getByRole("button", { name: "New agent" }).click();
  const tags = page.getByRole("textbox", { name: "Tags, separated by commas" });
  await tags.click();
  await page.keyboard.type("work, 家、");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await expect(tags).toHaveValue("work,");
  await page.keyboard.press("Backspace");
  await expect(tags).toHaveValue("work");
  const name = page.getByRole("textbox", { name: "Name" });
  await name.fill("مراجعة الأسبوع");
  await page.getByRole("combobox", { name: "When" }).selectOption({ label: "When its address is called" });
  await page.getByRole("button", { name: "Make an address" }).click();
  await expect(page.getByText("The address works once the agent is saved.")).toBeVisible();
  await expect(page.getByText("Off: turn on")).toBeVisible();
  await page.getByRole("link", { name: "All agents" }).click();
  await page.getByRole("region", { name: "Your agents" }).getByRole("link", { name: "New agent" }).click();
  await expect(page.getByText("What you wrote before is here again.")).toBeVisible();
  await expect(name).toHaveValue("مراجعة الأسبوع");
  await page.getByRole("switch", { name: "Runs by itself" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "مراجعة الأسبوع", level: 1 })).toBeVisible();
  await expect(page.getByText("The address works once the agent is saved.")).toHaveCount(0);
  await expect(page.getByText("Off: turn on")).toHaveCount(0);
  await page.reload();
  await expect(tags).toHaveValue("work");
  await expect(page.getByText("What you wrote before is here again.")).toHaveCount(0);
});

test("what becomes of an agent is said in the words of the specification", async ({ aPerson }) => {
  const { page } = await aPerson();
  await page.goto("/app/agents");
  const broken = (operation: string) =>
    page.route(`**/rpc/agents/${operation}`, (route) =>
      route.fulfill({
        status: 500,
        contentType: "application/json",
        body: JSON.stringify({ json: { code: "INTERNAL_SERVER_ERROR", status: 500, message: "disk full" } }),
      }),
    );
  const add = page.getByRole("button", { name: "New agent" });
  const said = (words: RegExp | string) => expect(page.getByText(words).first()).toBeVisible();
  await broken("save");
  await add.click();
  await said(/^Failed to create agent/);
  await page.unroute("**/rpc/agents/save");
  await add.click();
  await said("Agent created successfully");
  await page.getByRole("textbox", { name: "Name" }).fill("Gardener");
  await broken("save");
  await page.getByRole("button", { name: "Save" }).click();
  await said(/^Failed to update agent/);
  await page.unroute("**/rpc/agents/save");
  await page.getByRole("button", { name: "Save" }).click();
  await said("Agent updated successfully");
  const remove = async () => {
    await page.getByRole("button", { name: "Delete this agent" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  };
  await broken("remove");
  await remove();
  await said(/^Failed to delete agent/);
  await page.unroute("**/rpc/agents/remove");
  await remove();
  await said("Agent deleted successfully");
});
