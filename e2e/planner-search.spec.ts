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
