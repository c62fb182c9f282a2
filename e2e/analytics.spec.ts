import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { aNote, expect, openEditor, test } from "./fixtures.ts";
import { runAxe } from "./run-axe.ts";
import { findOverflow, PHONE, rest, WIDE } from "./screen-audit.ts";

/** Words of an open note are counted every fifteen seconds (decision 182). */
const COUNTED = { timeout: 40_000 };

const tile = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

test("words typed in a note change the numbers, each of which opens the note; a newcomer is told what to do", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const id = await aNote(ann, { title: "Diary" });
  const { page } = await anotherBrowser(ann);
  await page.goto("/app/analytics");
  await expect(page.getByText("Nothing written yet")).toBeVisible();
  await expect(page.getByRole("link", { name: "Write a note" })).toBeVisible();

  await openEditor(ann.page, id);
  await ann.page.getByRole("textbox", { name: "Note text" }).click();
  await ann.page.keyboard.type("Dry stone walls outlast their builders");
  await expect(tile(page, "Words written")).toContainText("6", COUNTED);
  await expect(tile(page, "Writing sessions")).toContainText("1");
  await ann.page.keyboard.type(" twice over");
  await expect(tile(page, "Words written")).toContainText("8", COUNTED);
  await expect(page.getByText(/^Words are exact from /)).toBeVisible();

  await tile(page, "Words written").click();
  const notes = dialog(page, "Words written");
  await expect(notes.getByText("8 added, 0 removed")).toBeVisible();
  await notes.getByRole("button", { name: "Close" }).click();
  await tile(page, "Writing sessions").click();
  await expect(dialog(page, "Writing sessions").getByText(/, 8 words$/)).toBeVisible();
  await dialog(page, "Writing sessions").getByRole("link", { name: "Diary" }).click();
  await expect(page).toHaveURL(new RegExp(`/app/editor/${id}$`));
});

test("figures are also of the days before, and from one day to another, typed in", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const body = { format: "markdown", text: "Four words by hand" };
  await ann.api("POST", "/api/notes", { title: "Diary", body, origin: "typed" });
  await page.goto("/app/analytics");
  const written = tile(page, "Words written");
  await expect(written).toContainText("4");
  const later = page.getByRole("button", { name: "Later", exact: true });
  await expect(later).toBeDisabled();
  await page.getByRole("button", { name: "Earlier", exact: true }).click();
  await expect(written).toContainText("0");
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=/);
  await page.reload();
  await expect(written).toContainText("0");
  await later.click();
  await expect(page).toHaveURL(/period=30$/);
  await expect(written).toContainText("4");

  await page.getByRole("button", { name: "Custom", exact: true }).click();
  const [from, to] = [page.getByLabel("From", { exact: true }), page.getByLabel("To", { exact: true })];
  const [first, last] = [await from.inputValue(), await to.inputValue()];
  await to.fill(first);
  await expect(written).toContainText("0");
  await expect(page).toHaveURL(new RegExp(`from=${first}&to=${first}$`));
  await from.fill(last);
  await expect(page.getByText("It ends before it begins.")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`from=${first}&to=${first}$`));
  await from.fill(`${Number(last.slice(0, 4)) - 2}-01-01`);
  await expect(page.getByText("At most 400 days.")).toBeVisible();
  await from.fill(first);
  await to.fill(last);
  await expect(written).toContainText("4");
  await expect(page.getByText("At most 400 days.")).toHaveCount(0);
});

test("charts go by keys, are tables, CSV files and pictures; the week becomes a note of its own", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const body = { format: "markdown", text: "Four words by hand" };
  await ann.api("POST", "/api/notes", { title: "Diary", body, origin: "typed", tags: ["stone"] });
  await page.goto("/app/analytics?period=7");
  await expect(tile(page, "Words written")).toContainText("4");
  const days = page.getByRole("slider", { name: "Words over time" });
  await expect(days).toHaveAttribute("aria-valuetext", /: 4 added, 0 removed$/);
  await days.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(days).toHaveAttribute("aria-valuetext", /: 0 added, 0 removed$/);
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  const opened = page.getByRole("dialog");
  await expect(opened.getByRole("link", { name: "Diary" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Tags" }).click();
  await page.getByRole("button", { name: "stone 4 added, 0 removed" }).click();
  await expect(dialog(page, "stone").getByRole("link", { name: "Diary" })).toBeVisible();
  await page.keyboard.press("Escape");

  const chart = page.getByRole("region", { name: "Words over time" });
  await chart.getByRole("button", { name: "Show as a table" }).click();
  await expect(chart.getByRole("row")).toHaveCount(2);
  await expect(chart.getByRole("columnheader")).toHaveText(["Name", "Added", "Removed"]);
  for (const [item, name] of [
    ["As CSV", "words-over-time.csv"],
    ["As Picture", "words-over-time.png"],
  ] as const) {
    await chart.getByRole("button", { name: "Export: Words over time" }).click();
    const downloaded = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: item }).click();
    const file = await downloaded;
    expect(file.suggestedFilename()).toBe(name);
    const bytes = await readFile(await file.path());
    if (item === "As CSV") expect(bytes.toString().trimEnd().split("\r\n").at(-1)).toMatch(/",4,0,4$/);
    else expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  }
  await page.getByRole("button", { name: "Weekly Review" }).click();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveText(/^Weekly review, /);
  const text = page.getByRole("textbox", { name: "Note text" });
  await expect(text.getByRole("row").filter({ hasText: "Words written" })).toContainText("4");
  await expect(text.getByRole("link", { name: "Diary" })).toBeVisible();
});

test("the picture of a list names each bar, cut to its room, and tells its numbers", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const tags = ["stone", "Donaudampfschifffahrtsgesellschaft".repeat(3).slice(0, 100), "גדר אבן"];
  for (const [at, tag] of tags.entries()) {
    const body = { format: "markdown", text: "word ".repeat(1000 * (3 - at)) };
    await ann.api("POST", "/api/notes", { title: "Diary", body, origin: "typed", tags: [tag] });
  }
  await page.addInitScript(() => {
    const drawn: { text: string; from: number; to: number; y: number }[] = [];
    Object.assign(globalThis, { drawn });
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y, most) {
      const width = Math.min(this.measureText(text).width, most ?? Infinity);
      const from = this.textAlign === "right" ? x - width : x;
      drawn.push({ text, from, to: from + width, y });
      fillText.call(this, text, x, y, most);
    };
  });
  await page.goto("/app/analytics?period=7");
  await page.getByRole("tab", { name: "Tags" }).click();
  const chart = page.getByRole("region", { name: "Words by tag" });
  await chart.getByRole("button", { name: "Export: Words by tag" }).click();
  const downloaded = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "As Picture" }).click();
  const picture = await readFile(await (await downloaded).path());
  // Of a PNG file the width and the height stand in its first part.
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 260]);
  type Drawn = { text: string; from: number; to: number; y: number };
  const drawn = await page.evaluate(() => (globalThis as unknown as { drawn: Drawn[] }).drawn);
  expect(drawn.map(({ text }) => text)).toEqual([
    ...["Words by tag", "Added", "stone", "+3,000"],
    ...[expect.stringMatching(/^Donaudampfschifffahrt.*\u2026$/), "+2,000", tags[2], "+1,000"],
  ]);
  for (const [at, one] of drawn.entries()) {
    expect(one.to, one.text).toBeLessThanOrEqual(1200);
    for (const other of drawn.slice(at + 1))
      expect(one.y !== other.y || one.to < other.from, `${one.text} and ${other.text}`).toBe(true);
  }
});

test("words that are removed stand beside those that are added: by day, hour, tag and author, in the table and in the file", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const body = { format: "markdown", text: "Dry stone walls" };
  const { id } = await ann.api<{ id: string }>("POST", "/api/notes", {
    ...{ title: "Diary", body, origin: "api", tags: ["stone"] },
  });
  await page.goto("/app/analytics?period=7");
  await expect(tile(page, "Words added")).toContainText("3");
  await openEditor(page, id);
  await page.getByRole("textbox", { name: "Note text" }).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("Frost");
  await expect(async () => {
    await page.goto("/app/analytics?period=7");
    await expect(tile(page, "Words removed")).toContainText("3", { timeout: 2_000 });
  }).toPass(COUNTED);
  for (const name of ["Words over time", "Words by time of day"])
    await expect(page.getByRole("slider", { name })).toHaveAttribute(
      "aria-valuetext",
      /: [134] added, [03] removed$/,
    );
  const days = page.getByRole("region", { name: "Words over time" });
  await expect(days.getByRole("button", { name: /: 4 added, 3 removed$/ })).toBeVisible();
  await expect(days.getByRole("listitem")).toHaveText(["Typed", "Added otherwise", "Removed"]);
  await page.getByRole("tab", { name: "Tags" }).click();
  await page.getByRole("button", { name: "stone 4 added, 3 removed" }).click();
  await expect(dialog(page, "stone").getByText("4 added, 3 removed")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Authors" }).click();
  await expect(page.getByRole("button", { name: "You 4 added, 3 removed" })).toBeVisible();
  await page.getByRole("tab", { name: "Origins" }).click();
  const origins = page.getByRole("region", { name: "Words by origin" });
  await origins.getByRole("button", { name: "Show as a table" }).click();
  await expect(origins.getByRole("row", { name: /^Typed/ }).getByRole("button")).toHaveText(["1", "3"]);
  await origins.getByRole("button", { name: "Export: Words by origin" }).click();
  const downloaded = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "As CSV" }).click();
  const csv = (await readFile(await (await downloaded).path())).toString();
  expect(csv.split("\r\n")).toEqual([
    '"Name","Words added","Words removed"',
    '"From programs",3,0',
    '"Typed",1,3',
  ]);
});

test("days at the goal, hours by calendar and how one writes open what they are made of, and say when that is more than is listed", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const english = "The dry stone walls of the valley outlast all of their builders.";
  const text = `${Array.from({ length: 12 }, () => english).join(" ")}\n\nDie Mauern in dem Tal sind alt, und sie werden noch lange da sein.`;
  await ann.api("POST", "/api/notes", {
    title: "Diary",
    body: { format: "markdown", text },
    origin: "typed",
  });
  await ann.api("PATCH", "/api/preferences", { settings: { writingGoal: 50 } });
  const aCalendar = async (name: string) =>
    (await ann.api<{ id: string }>("POST", "/api/calendars", { name })).id;
  const [home, choir] = [await aCalendar("Home"), await aCalendar("Choir")];
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const at = { time: "10:00", endTime: "11:00" };
  await ann.api("POST", "/api/events", {
    ...{ title: "Rehearsal", date: daysAgo(25), repeat: "FREQ=DAILY;COUNT=24", calendarId: choir, ...at },
  });
  await ann.api("POST", "/api/events", { title: "Dentist", date: daysAgo(2), calendarId: home, ...at });
  await page.goto("/app/analytics?period=30");
  await tile(page, "Days at your goal").click();
  await dialog(page, "Days at your goal").getByRole("listitem").getByRole("button").click();
  await expect(page.getByRole("dialog").getByRole("link", { name: "Diary" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: /^Choir: / }).click();
  await expect(dialog(page, "Choir").getByText("The latest 20 of 24")).toBeVisible();
  await expect(dialog(page, "Choir").getByRole("listitem")).toHaveCount(20);
  await page.keyboard.press("Escape");

  const writing = page.getByRole("region", { name: "How you write" });
  await expect(writing.getByRole("heading", { level: 3 })).toHaveText([/^English/, /^German/]);
  await expect(writing.getByRole("button", { name: /^Reading ease/ })).toHaveCount(2);
  await writing.getByRole("button", { name: "Words a sentence 12" }).click();
  await expect(dialog(page, "English").getByRole("link", { name: "Diary" })).toBeVisible();
  await expect(dialog(page, "English").getByText("144 words")).toBeVisible();
});

test("what a guest writes stands under its author beside one's own words, opens the notes, and is all that either sees", async ({
  aPerson,
}) => {
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  const body = { format: "markdown", text: "Four words by hand" };
  await ann.api("POST", "/api/notes", { title: "Diary", body, origin: "typed" });
  const plan = await aNote(ann, { title: "Plan" });
  await aNote(ben, { title: "Own" });
  const { page } = ann;
  await page.goto("/app/analytics?period=7");
  await page.getByRole("tab", { name: "Authors" }).click();
  const chart = page.getByRole("region", { name: "Words by author" });
  await expect(chart.getByRole("button", { name: "You 4 added, 0 removed" })).toBeVisible();
  await expect(chart.getByText("Who you share a note with stands here once they write in it.")).toBeVisible();

  const given = { email: ben.email, role: "editor" };
  const { shareId } = await ann.api<{ shareId: string }>("POST", `/api/notes/${plan}/guests`, given);
  await ben.api("POST", `/api/shares/${shareId}/accept`);
  await openEditor(ben.page, plan);
  await ben.page.getByRole("textbox", { name: "Note text" }).click();
  await ben.page.keyboard.type("Dry stone walls outlast their builders");
  await expect(async () => {
    await page.reload();
    await page.getByRole("tab", { name: "Authors" }).click();
    await expect(chart.getByRole("button", { name: "Ben 6 added, 0 removed" })).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
  await expect(chart.getByText("Others count with what they wrote in your notes.")).toBeVisible();
  await chart.getByRole("button", { name: "Ben 6 added, 0 removed" }).click();
  const behind = dialog(page, "Ben");
  await expect(behind.getByText("6 added, 0 removed")).toBeVisible();
  await expect(behind.getByRole("link")).toHaveText(["Plan"]);
  await page.keyboard.press("Escape");

  await chart.getByRole("button", { name: "Export: Words by author" }).click();
  const downloaded = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "As CSV" }).click();
  const csv = (await readFile(await (await downloaded).path())).toString();
  expect(csv.trimEnd().split("\r\n").slice(1)).toEqual(['"Ben",6,0', '"You",4,0']);

  await ben.page.goto("/app/analytics?period=7");
  await ben.page.getByRole("tab", { name: "Authors" }).click();
  const own = ben.page.getByRole("region", { name: "Words by author" });
  await expect(own.getByRole("listitem")).toHaveText([/^You 6 added, 0 removed/]);
  await own.getByRole("button", { name: "You 6 added, 0 removed" }).click();
  await expect(dialog(ben.page, "You").getByRole("link")).toHaveText(["Plan"]);
});

test("analytics fits three widths and the phone, in both modes, for whoever uses a screen reader", async ({
  aPerson,
  onPhone,
}) => {
  const ann = await aPerson();
  const body = { format: "markdown", text: "Four words by hand" };
  const title = "Donaudampfschifffahrtsgesellschaftskapitän".repeat(3);
  await ann.api("POST", "/api/notes", { title, body, origin: "typed" });
  await ann.api("POST", "/api/events", {
    title,
    date: new Date().toISOString().slice(0, 10),
    time: "00:00",
    endTime: "00:30",
  });
  const { page } = ann;
  await page.goto("/app/analytics");
  await expect(page.getByRole("slider")).toHaveCount(3);
  for (const viewport of [WIDE, { width: 768, height: 1024 }, PHONE]) {
    await page.setViewportSize(viewport);
    expect(await findOverflow(page, `analytics at ${viewport.width}`)).toEqual([]);
  }
  // Whoever speaks to the page says what is on it.
  const spoken = { rules: { "label-content-name-mismatch": { enabled: true } } };
  expect((await runAxe(page, spoken)).violations).toEqual([]);
  await page.evaluate(() => (document.documentElement.dataset["theme"] = "light"));
  await rest(page);
  expect((await runAxe(page, {})).violations).toEqual([]);
  await tile(page, "Words written").click();
  await expect(dialog(page, "Words written").getByRole("link")).toBeVisible();
  await rest(page);
  expect((await runAxe(page, {})).violations).toEqual([]);
  const phone = await onPhone(ann);
  await phone.goto("/mobile/analytics");
  await expect(tile(phone, "Words written")).toContainText("4");
  expect(await findOverflow(phone, "analytics on a phone")).toEqual([]);
});
