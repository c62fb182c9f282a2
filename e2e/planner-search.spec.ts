import { aNote, expect, test } from "./fixtures.ts";

test("search finds tasks and events beside notes, in the palette and on the explorer", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await aNote(ann, { title: "Café with Luigi" });
  await ann.api("POST", "/api/tasks", { title: "Book a table at the café", tags: ["luigi"] });
  await ann.api("POST", "/api/events", {
    title: "Luigi's birthday",
    date: "2031-05-06",
    location: "Café Roma",
  });
  await page.goto("/app/dashboard");
  await page.locator("html[data-keys=ready]").waitFor();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("combobox").fill("cafe");
  for (const group of ["Notes", "Tasks", "Events"])
    await expect(palette.getByRole("group", { name: group, exact: true }).getByRole("option")).toHaveCount(1);
  await palette.getByRole("option", { name: /Luigi's birthday/ }).click();
  await expect(page).toHaveURL(/\/app\/calendar\?.*event=/);
  await expect(page.getByRole("dialog").getByLabel("Title")).toHaveValue("Luigi's birthday");

  await page.goto("/app/explorer?q=luigi");
  const main = page.locator("#main");
  await expect(main.getByRole("region", { name: "Events" }).getByRole("link")).toContainText("Café Roma");
  await main.getByRole("region", { name: "Tasks" }).getByRole("link").click();
  await expect(page.getByRole("dialog", { name: "Edit task" }).getByLabel("Title")).toHaveValue(
    "Book a table at the café",
  );
});

test("the + of the phone takes a task and an event in a sentence, and search finds both there", async ({
  aPerson,
  onPhone,
}) => {
  const ann = await aPerson();
  const page = await onPhone(ann);
  await page.goto("/mobile/dashboard");
  const plus = page.getByRole("button", { name: "Quick Capture" });
  const sheet = page.getByRole("dialog", { name: "Quick capture" });
  await plus.tap();
  await sheet.getByRole("tab", { name: "Event" }).tap();
  const event = sheet.getByRole("textbox", { name: "Add an event" });
  await event.fill("Lunch with Ana tomorrow 12-13 at Luigi's");
  await expect(sheet.getByText(/^Lunch with Ana: .*12:00.PM to 1:00.PM/)).toBeVisible();
  await event.press("Enter");
  await expect(sheet).toBeHidden();
  await plus.tap();
  // The next thought is a note again.
  await expect(sheet.getByLabel("Text")).toBeVisible();
  await sheet.getByRole("tab", { name: "Task" }).tap();
  await sheet.getByRole("textbox", { name: "Add a task" }).fill("Call Ana tomorrow 5pm");
  await sheet.getByRole("button", { name: "Add", exact: true }).tap();
  await expect(sheet).toBeHidden();
  await page.goto("/mobile/search?q=ana");
  await expect(page.getByRole("region", { name: "Tasks" }).getByRole("link")).toContainText("Tomorrow 5:00");
  await page.getByRole("region", { name: "Events" }).getByRole("link").tap();
  await expect(page).toHaveURL(/\/mobile\/calendar\?.*event=/);
  await expect(page.getByRole("dialog").getByLabel("Title")).toHaveValue("Lunch with Ana");
});
