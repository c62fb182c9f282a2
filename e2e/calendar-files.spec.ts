import { expect, test } from "./fixtures.ts";

const DAY = new Date().toISOString().slice(0, 10);

test("a calendar is imported, exported, and read by its private address until that is revoked", async ({
  aPerson,
  baseURL,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await ann.api("POST", "/api/events", { title: "Own", date: DAY });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/app/calendar?view=week");
  const side = page.getByRole("region", { name: "Calendars" });
  const choose = async (name: string) => {
    await side.getByRole("button", { name: "Actions for My Calendar" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  const day = DAY.replaceAll("-", "");
  const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//y//EN", "BEGIN:VEVENT", "UID:one@elsewhere"];
  const event = [`DTSTART:${day}T140000`, `DTEND:${day}T150000`, "SUMMARY:From elsewhere", "END:VEVENT"];
  const text = [...lines, ...event, "END:VCALENDAR", ""].join("\r\n");
  const file = { name: "elsewhere.ics", mimeType: "text/calendar", buffer: Buffer.from(text) };
  const chooser = page.waitForEvent("filechooser");
  await choose("Import File...");
  await (await chooser).setFiles(file);
  await expect(page.getByText("1 event added")).toBeVisible();
  await expect(page.locator("[data-entry]").filter({ hasText: "From elsewhere" })).toBeVisible();
  const download = page.waitForEvent("download");
  await choose("Export File");
  expect((await download).suggestedFilename()).toMatch(/\.ics$/);
  await choose("Private Address...");
  const feed = page.getByRole("dialog", { name: "Private address of My Calendar" });
  await feed.getByRole("button", { name: "Create Address" }).click();
  const address = await feed.getByLabel("Address").inputValue();
  expect(address.startsWith(`${baseURL}/feeds/`)).toBe(true);
  expect(await (await fetch(address)).text()).toContain("SUMMARY:From elsewhere");
  await feed.getByRole("button", { name: "Revoke" }).click();
  await expect(feed.getByRole("button", { name: "Create Address" })).toBeVisible();
  expect((await fetch(address)).status).toBe(404);
});
