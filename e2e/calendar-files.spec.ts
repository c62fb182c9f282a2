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

test("a calendar elsewhere is subscribed to: what is wrong with it is said, and its events are only looked at", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/app/calendar?view=week");
  const side = page.getByRole("region", { name: "Calendars" });
  await side.getByRole("button", { name: "New Calendar" }).click();
  const form = page.getByRole("dialog", { name: "New calendar" });
  await form.getByLabel("Address to subscribe to (optional)").fill("holidays");
  await expect(form.getByText("An address begins with https:// or webcal://.")).toBeVisible();
  await form.getByLabel("Address to subscribe to (optional)").fill("webcal://127.0.0.1/holidays.ics");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(side.getByRole("checkbox", { name: "127.0.0.1" })).toBeVisible();
  await expect(side.getByRole("img", { name: /Not read yet/ })).toBeVisible();
  await side.getByRole("button", { name: "Actions for 127.0.0.1" }).click();
  await page.getByRole("menuitem", { name: "Refresh Now" }).click();
  await expect(side.getByRole("img", { name: /^(?!Subscribed).*Not read yet/ })).toBeVisible({
    timeout: 20_000,
  });
  // As if it had been read.
  await server.query(
    `INSERT INTO calendar_events (id, user_id, calendar_id, title, date, "time", end_date, end_time, first_day, last_day, uid)
     SELECT gen_random_uuid(), user_id, id, 'Parade', $2, '10:00', $2, '11:00', $2, $2, 'parade@x' FROM calendars
     WHERE user_id = $1 AND source_url IS NOT NULL`,
    [ann.userId, DAY],
  );
  await page.reload();
  const entry = page.locator("[data-entry]").filter({ hasText: "Parade" });
  await entry.click();
  const dialog = page.getByRole("dialog", { name: "Event", exact: true });
  await expect(dialog.getByLabel("Title")).toBeDisabled();
  await expect(dialog.getByRole("button", { name: "Save" })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await entry.focus();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(page.getByText("You subscribe to this calendar.", { exact: false })).toBeVisible();
});
