import { expect, test } from "./fixtures.ts";

const DAY = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
const RESTORED = "What you wrote before is here again. It isn't saved yet.";

test("what is written in an event's dialog is there after Escape and after a reload, and only what was changed is saved", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const { id } = await ann.api<{ id: string }>("POST", "/api/events", { title: "Review", date: DAY });
  const read = () =>
    ann.api<{ title: string; location: string; description: string }>("GET", `/api/events/${id}`);
  await page.goto(`/app/calendar?view=month&on=${DAY}&event=${id}`);
  const dialog = page.getByRole("dialog", { name: "Edit event" });
  await dialog.getByLabel("Description").fill("Bring the drawings of the second floor.");
  await page.keyboard.press("Escape");
  await expect(page.getByText("Not saved. What you wrote is here when you open it again.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  // Somebody else is quicker with another field.
  await ann.api("PATCH", `/api/events/${id}`, { location: "Room 4" });
  await page.locator("[data-entry]").filter({ hasText: "Review" }).click();
  await expect(dialog.getByText(RESTORED)).toBeVisible();
  await expect(dialog.getByLabel("Description")).toHaveValue("Bring the drawings of the second floor.");
  await expect(dialog.getByLabel("Location")).toHaveValue("Room 4");
  await page.reload();
  await expect(dialog.getByLabel("Description")).toHaveValue("Bring the drawings of the second floor.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.poll(read).toMatchObject({
    title: "Review",
    location: "Room 4",
    description: "Bring the drawings of the second floor.",
  });
  await page.locator("[data-entry]").filter({ hasText: "Review" }).click();
  await expect(dialog.getByLabel("Location")).toHaveValue("Room 4");
  await expect(dialog.getByText(RESTORED)).toHaveCount(0);
});

test("a new event keeps its words for the next time it is made, and Cancel throws them away", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  await page.goto(`/app/calendar?view=month&on=${DAY}`);
  const dialog = page.getByRole("dialog", { name: "New event" });
  const add = page.getByRole("button", { name: "New Event", exact: true });
  await add.click();
  await dialog.getByLabel("Title").fill("歯医者の予約");
  await page.reload();
  await add.click();
  await expect(dialog.getByLabel("Title")).toHaveValue("歯医者の予約");
  await dialog.getByRole("button", { name: "Discard" }).click();
  await expect(dialog.getByLabel("Title")).toHaveValue("");
  await dialog.getByLabel("Title").fill("Dentist");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await add.click();
  await expect(dialog.getByLabel("Title")).toHaveValue("");
});

test("what is written in a task's dialog is there after a reload, and another person at the device does not see it", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const { id } = await ann.api<{ id: string }>("POST", "/api/tasks", { title: "Paint the fence" });
  await page.goto(`/app/tasks?task=${id}`);
  const dialog = page.getByRole("dialog", { name: "Edit task" });
  await dialog.getByLabel("Description").fill("Two coats, light gray.");
  await dialog.getByLabel("Estimate").fill("3h");
  await page.reload();
  await expect(dialog.getByText(RESTORED)).toBeVisible();
  await expect(dialog.getByLabel("Estimate")).toHaveValue("3h");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => ann.api("GET", `/api/tasks/${id}`))
    .toMatchObject({ description: "Two coats, light gray.", estimateMinutes: 180 });
  const kept = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("cairn-form")));
  expect(await kept()).toEqual([]);
  await page.goto(`/app/tasks?task=${id}`);
  await dialog.getByLabel("Title").fill("Paint the shed");
  await expect.poll(kept).toHaveLength(1);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Sign out" }).first().click();
  await page.waitForURL(/\/(sign-in|login|auth|$)/);
  expect(await kept()).toEqual([]);
});
