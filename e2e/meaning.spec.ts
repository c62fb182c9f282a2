import { aNote, expect } from "./fixtures.ts";
import {
  allRead,
  aProvider,
  byConcept,
  field,
  OTHERS,
  part,
  QUESTION,
  READ_WITHIN_MS,
  section,
  settings,
  someNotes,
} from "./meaning-page.ts";
import { test } from "./model-servers.ts";
import { audit, findOverflow } from "./screen-audit.ts";

test("by the keyboard alone it is turned on, reads, finds in the search and the palette, and is turned off", async ({
  aPerson,
  open,
}) => {
  test.setTimeout(120_000);
  const ann = await aPerson("Ann");
  const { page } = ann;
  const attic = await someNotes(ann);
  await settings(page);
  await expect(part(page).getByText(/^It needs a model for embeddings/)).toBeVisible();
  await aProvider(ann, open);
  // The page hears of the provider by itself.
  const offer = part(page).getByText(
    `Turned on, it sends the text of 25 things to embed-3 at 127.0.0.1:${open.port}:`,
  );
  await expect(offer).toBeVisible();
  await expect(offer).toContainText("What you marked “No AI” isn't sent.");
  const asked = open.asked.length;
  await part(page).getByRole("button", { name: "Turn On" }).focus();
  await page.keyboard.press("Enter");
  await expect(part(page).getByText("0 of 25 read")).toBeVisible();
  await expect(part(page).getByRole("progressbar")).toBeVisible();
  await expect(part(page)).toBeFocused();
  const done = part(page).getByText(/^25 things, \d+ passages; kept current as you write\.$/);
  await expect(done).toBeVisible({ timeout: READ_WITHIN_MS });
  expect(open.asked.slice(asked).every(({ path }) => path === "/embeddings")).toBe(true);

  await page.goto("/app/explorer");
  await page.locator("html[data-keys=ready]").waitFor();
  await field(page).focus();
  await page.keyboard.type("water");
  await expect(page.getByRole("heading", { name: "No matching notes" })).toBeVisible();
  const before = open.asked.length;
  await page.keyboard.type(" comes through the ceiling");
  await expect(section(page).locator("article")).toHaveCount(1);
  await expect(section(page).locator("article")).toHaveAttribute("data-note-id", attic);
  await expect(section(page)).toContainText("The attic leaks when it storms");
  await expect(section(page).getByText("by meaning", { exact: true })).toBeVisible();
  // Asked once, when typing rested.
  expect(open.asked.slice(before).map(({ json }) => json["input"])).toEqual([[QUESTION]]);
  await page.keyboard.press("ArrowDown");
  await expect(section(page).getByRole("link", { name: "House" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(field(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(attic));

  await page.goto("/app/dashboard");
  await page.locator("html[data-keys=ready]").waitFor();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox")).toBeFocused();
  await page.keyboard.type(QUESTION);
  const line = page.getByRole("group", { name: "By meaning" }).getByRole("option");
  await expect(line).toHaveCount(1);
  await expect(line).toContainText("House");
  await expect(line).toContainText("The attic leaks when it storms");
  await page.keyboard.press("Escape");

  await settings(page);
  await part(page).getByRole("button", { name: "Turn Off" }).focus();
  await page.keyboard.press("Enter");
  const question = page.getByRole("dialog", { name: "Turn off search by meaning?" });
  await question.getByRole("button", { name: "Turn Off" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Search by meaning is off.")).toBeVisible();
  await expect(part(page).getByRole("button", { name: "Turn On" })).toBeVisible();
  await expect(part(page)).toBeFocused();
});

test("it stands below what has the words, is deleted when turned off, and then nothing is asked", async ({
  aPerson,
  open,
  server,
  onPhone,
}) => {
  test.setTimeout(120_000);
  const ann = await aPerson("Ann");
  const { page } = ann;
  const attic = await someNotes(ann);
  const roof = await aNote(ann, { title: "Water comes through the ceiling of the bath" });
  await ann.api("DELETE", `/api/notes/${roof}`);
  await aProvider(ann, open);
  await allRead(ann);
  await aNote(ann, { title: "Overcomes throughout" });
  const kitchen = await aNote(ann, { title: "Kitchen", text: "Here water comes through the ceiling" });
  // Or they would be read among what is asked below.
  await allRead(ann, OTHERS + 2);

  await page.goto(`/app/explorer?q=${encodeURIComponent(QUESTION)}`);
  await expect(section(page).locator("article")).toHaveCount(1);
  const rows = page.locator("#main article");
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toHaveAttribute("data-note-id", kitchen);
  await expect(rows.last()).toHaveAttribute("data-note-id", attic);
  await page.getByRole("link", { name: "Kitchen" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(section(page).getByRole("link", { name: "House" })).toBeFocused();
  await page.keyboard.press("Home");
  await expect(page.getByRole("link", { name: "Kitchen" })).toBeFocused();
  // The line that shows more stands between the two, for the keys too.
  await field(page).fill("comes through");
  const more = page.getByRole("button", { name: "Show 1 more" });
  await expect(more).toBeVisible();
  // Not what was found by the words before.
  await expect(page.locator("[data-near=now]").locator("article")).toHaveCount(1);
  await page.getByRole("link", { name: "Kitchen" }).focus();
  for (const key of ["ArrowDown", "ArrowDown"]) await page.keyboard.press(key);
  await expect(section(page).getByRole("link", { name: "House" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(more).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("link", { name: "Kitchen" })).toBeFocused();
  // Nothing is asked of words with an operator or in quotes.
  const before = open.asked.length;
  await field(page).fill(`${QUESTION} is:favorite`);
  await expect(page.getByRole("heading", { name: "No matching notes" })).toBeVisible();
  await field(page).fill('"comes through"');
  await expect(rows).toHaveCount(1);
  expect(open.asked.slice(before).filter(({ json }) => String(json["input"]).includes("comes"))).toEqual([]);
  // Cards and the table have it too, below what has the words, for the keys as well.
  await field(page).fill(QUESTION);
  for (const layout of ["Grid", "Table"]) {
    await page.getByRole("button", { name: layout, exact: true }).click();
    await expect(page.getByRole("link", { name: "Kitchen" })).toBeVisible();
    await expect(section(page).locator("article")).toHaveAttribute("data-note-id", attic);
    await page.getByRole("link", { name: "Kitchen" }).focus();
    await page.keyboard.press("ArrowDown");
    await expect(section(page).getByRole("link", { name: "House" })).toBeFocused();
    await page.keyboard.press("Shift+ArrowUp");
    await expect(page.getByText("2 selected")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("link", { name: "Kitchen" })).toBeFocused();
    expect(await audit(page, `found by meaning, ${layout}`)).toEqual([]);
    expect(await findOverflow(page, layout)).toEqual([]);
  }
  await page.getByRole("button", { name: "List", exact: true }).click();
  // What is deleted elsewhere is gone here too.
  await field(page).fill(QUESTION);
  await expect(section(page).locator("article")).toHaveCount(1);
  await ann.api("DELETE", `/api/notes/${attic}`);
  await expect(section(page)).toHaveCount(0);
  await ann.api("POST", `/api/notes/${attic}/restore`, {});

  const phone = await onPhone(ann);
  await phone.goto(`/mobile/search?q=${encodeURIComponent(QUESTION)}`);
  await expect(section(phone).getByRole("link", { name: "House" })).toBeVisible({ timeout: READ_WITHIN_MS });
  expect(await findOverflow(phone, "search on a phone")).toEqual([]);
  await phone.goto("/mobile/settings?tab=models");
  await expect(part(phone).getByText(/kept current as you write/)).toBeVisible({ timeout: READ_WITHIN_MS });
  expect(await findOverflow(phone, "settings on a phone")).toEqual([]);
  await part(phone).getByRole("button", { name: "Turn Off" }).tap();
  await phone.getByRole("dialog").getByRole("button", { name: "Turn Off" }).tap();
  await expect(part(phone).getByRole("button", { name: "Turn On" })).toBeVisible();
  for (const table of ["meaning_indexes", "meaning_items", "meaning_passages"])
    expect(await server.query(`SELECT 1 FROM ${table} WHERE user_id = $1`, [ann.userId])).toEqual([]);
  const calls = open.asked.length;
  await page.reload();
  await field(page).fill("how do I bake a cake");
  await expect(rows.first()).toBeVisible();
  await expect(section(page)).toHaveCount(0);
  expect(open.asked).toHaveLength(calls);
});

test("why it waits is said, Try Now goes on, and a search says what went wrong in one line @fetches-ahead", async ({
  aPerson,
  open,
}) => {
  test.setTimeout(120_000);
  const ann = await aPerson("Ann");
  const { page, context } = ann;
  await someNotes(ann);
  await aProvider(ann, open);
  open.fail({ status: 500 });
  await settings(page);
  await context.setOffline(true);
  await part(page).getByRole("button", { name: "Turn On" }).click();
  await expect(part(page).getByRole("alert")).toHaveText("Couldn't reach the server. Try again in a moment.");
  await context.setOffline(false);
  await part(page).getByRole("button", { name: "Turn On" }).click();
  const reason = part(page).getByText(/^127\.0\.0\.1:\d+ has a problem of its own.* Next try: Today/);
  await expect(reason).toBeVisible({ timeout: READ_WITHIN_MS });
  open.fail(null);
  await part(page).getByRole("button", { name: "Try Now" }).click();
  await expect(part(page).getByText(/kept current as you write/)).toBeVisible({ timeout: READ_WITHIN_MS });
  await expect(reason).toHaveCount(0);

  open.fail({ status: 500 });
  await page.goto(`/app/explorer?q=${encodeURIComponent(QUESTION)}`);
  const fault = page
    .locator("#main")
    .getByRole("status")
    .filter({ hasText: `127.0.0.1:${open.port}` });
  await expect(fault).toBeVisible();
  await expect(section(page)).toHaveCount(0);
  open.fail(null);
  await field(page).fill(`${QUESTION}s`);
  await expect(section(page).getByRole("link", { name: "House" })).toBeVisible();
  await expect(fault).toHaveCount(0);
  // Without the server the search by words says so, and this says nothing.
  await context.setOffline(true);
  await field(page).fill("the house under water");
  await expect(page.getByText(/^Offline: searching only titles/)).toBeVisible();
  await expect(section(page)).toHaveCount(0);
  await expect(page.getByText("Searching by meaning...")).toHaveCount(0);
});

test("another model reads again, and each state passes axe in both themes", async ({ aPerson, open }) => {
  test.setTimeout(120_000);
  const ann = await aPerson("Ann");
  const { page } = ann;
  await someNotes(ann);
  await settings(page);
  const faults: string[] = [];
  const look = async (state: string) => faults.push(...(await audit(page, state)));
  await expect(part(page).getByText(/^It needs a model/)).toBeVisible();
  await look("no model");
  await aProvider(ann, open);
  await expect(part(page).getByRole("button", { name: "Turn On" })).toBeVisible();
  await look("an offer");
  await allRead(ann);
  await page.reload();
  await expect(part(page).getByText(/kept current as you write/)).toBeVisible();
  await look("current");
  // Another model answers under the same name.
  open.embeds((text) => [...byConcept(text), 1]);
  await aNote(ann, { title: "Cake of today", text: "Bake it longer" });
  await expect(
    part(page).getByText(/gives other vectors than before.*Until then nothing is found by meaning\.$/),
  ).toBeVisible({ timeout: READ_WITHIN_MS });
  await look("other vectors");
  open.embeds(byConcept);
  await part(page).getByRole("button", { name: "Read Again" }).click();
  await expect(part(page).getByText(/kept current as you write/)).toBeVisible({ timeout: READ_WITHIN_MS });
  await page.goto(`/app/explorer?q=${encodeURIComponent(QUESTION)}`);
  await expect(section(page).locator("article")).toHaveCount(1);
  await look("found by meaning");
  const { providers } = await ann.api<{ providers: { id: string }[] }>("GET", "/api/models/providers");
  await ann.api("DELETE", `/api/models/providers/${providers[0]!.id}`);
  await settings(page);
  await expect(part(page).getByText(/No model for embeddings is chosen now/)).toBeVisible();
  await ann.api("POST", "/api/models/providers", {
    name: "Another",
    kind: "openai",
    url: open.url,
    models: { embeddings: "embed-3" },
  });
  await expect(part(page).getByText(/Another model is chosen now\./)).toBeVisible();
  await look("another model");
  open.fail({ status: 401 });
  await part(page).getByRole("button", { name: "Read Again" }).click();
  await expect(part(page).getByRole("button", { name: "Try Now" })).toBeVisible({ timeout: READ_WITHIN_MS });
  await look("waiting");
  await part(page).getByRole("button", { name: "Turn Off" }).click();
  await expect(page.getByRole("dialog", { name: "Turn off search by meaning?" })).toBeVisible();
  await look("turning it off");
  expect(faults).toEqual([]);
});
