import { aNote, expect, test } from "./fixtures.ts";
import { card } from "./dashboard-page.ts";
import { placed, setDashboard } from "./set-dashboard.ts";

test("a note that is pinned is chosen on its card, written in there, and follows what is written elsewhere", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const other = (await anotherBrowser(ann)).page;
  await aNote(ann, { title: "Shopping" });
  await aNote(ann, { title: "Nothing else" });
  await setDashboard(ann, { components: { topLeft: placed("pinned-note") } });
  await page.goto("/app/dashboard");
  const pinned = card(page, "Pinned Note");
  await pinned.getByRole("searchbox", { name: "Note" }).fill("shopp");
  await expect(pinned.getByRole("button", { name: "Nothing else" })).toHaveCount(0);
  await pinned.getByRole("button", { name: "Shopping" }).click();
  const text = pinned.getByRole("textbox", { name: "Note text" });
  await text.click();
  await page.keyboard.type("Lime mortar");
  await other.goto("/app/dashboard");
  const there = card(other, "Pinned Note").getByRole("textbox", { name: "Note text" });
  await expect(there).toContainText("Lime mortar");
  await there.click();
  await other.keyboard.press("End");
  await other.keyboard.type(" and rope");
  await expect(text).toContainText("Lime mortar and rope");
  await page.reload();
  await expect(text).toContainText("Lime mortar and rope");
});

test("a card shows what a saved search finds, by its name or by words of its own", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await ann.api("POST", "/api/notes", { title: "Quince", tags: ["garden"] });
  await ann.api("POST", "/api/notes", { title: "Ledger", tags: ["money"] });
  await ann.api("PATCH", "/api/preferences", {
    settings: { savedSearches: [{ name: "Outside", address: "tag=garden" }] },
  });
  await setDashboard(ann, {
    components: { topLeft: placed("saved-search"), topRight: placed("saved-search", { words: "ledger" }) },
  });
  await page.goto("/app/dashboard");
  await expect(card(page, "ledger").getByRole("link", { name: "Ledger" })).toBeVisible();
  await card(page, "Saved Search").getByRole("combobox", { name: "Saved search" }).selectOption("Outside");
  const outside = card(page, "Outside");
  await expect(outside.getByRole("link", { name: "Quince" })).toBeVisible();
  await expect(outside.getByRole("link", { name: "Ledger" })).toHaveCount(0);
  await ann.api("POST", "/api/notes", { title: "Pear", tags: ["garden"] });
  await expect(outside.getByRole("link", { name: "Pear" })).toBeVisible({ timeout: 2_000 });
  await outside.getByRole("link", { name: "Open in the explorer" }).click();
  await expect(page).toHaveURL(/\/app\/explorer\?tag=garden/);
});

test("one calendar is chosen on its card, and a day without old notes says so", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await ann.api("POST", "/api/calendars", { name: "Home" });
  const { id } = await ann.api<{ id: string }>("POST", "/api/calendars", { name: "Choir", isVisible: false });
  const day = new Date(Date.now() + 864e5).toISOString().slice(0, 10);
  await ann.api("POST", "/api/events", {
    title: "Rehearsal",
    calendarId: id,
    date: day,
  });
  await ann.api("POST", "/api/events", { title: "Dentist", date: day });
  await setDashboard(ann, {
    components: { topLeft: placed("one-calendar"), topRight: placed("on-this-day") },
  });
  await page.goto("/app/dashboard");
  await expect(
    card(page, "On This Day").getByText("Nothing was written on this day in earlier years."),
  ).toBeVisible();
  await card(page, "One Calendar").getByRole("combobox", { name: "Calendar" }).selectOption("Choir");
  await expect(card(page, "Choir").getByRole("link", { name: "Rehearsal" })).toBeVisible();
  await expect(card(page, "Choir").getByText("Dentist")).toHaveCount(0);
});

test("a card with nothing chosen yet leads to its settings, also while the dashboard isn't edited", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await setDashboard(ann, { components: { topLeft: placed("bookmarks"), topRight: placed("rss") } });
  await page.goto("/app/dashboard");
  await card(page, "Bookmarks").getByRole("button", { name: "Add Links..." }).click();
  const settings = page.getByRole("dialog", { name: "Settings of Bookmarks" });
  await settings.getByRole("textbox").first().fill("Cairn https://cairn.example");
  await settings.getByRole("button", { name: "Save" }).click();
  await expect(card(page, "Bookmarks").getByRole("link", { name: /^Cairn/ })).toBeVisible();
  await card(page, "Feeds").getByRole("button", { name: "Add Feeds..." }).click();
  await expect(page.getByRole("dialog", { name: "Settings of Feeds" })).toBeVisible();
});
