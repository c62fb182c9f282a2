import type { Page } from "@playwright/test";
import { expect, type Person, test } from "./fixtures.ts";
import { runAxe } from "./run-axe.ts";
import { findOverflow, PHONE, THEMES, WIDE } from "./screen-audit.ts";

const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** The tabs, and the days of a timeline, are wider than a phone. */
const SCROLLS = /: scrolls sideways: <div class="[^"]*(overflow-x-auto outline-none|--titles)/;

/** A project of Ann with a task and an event, which Ben may see. */
async function anOrchard(ann: Person, ben: Person, role: "viewer" | "editor") {
  const project = await ann.api<{ id: string; folderId: string }>("POST", "/api/projects", {
    title: "Orchard",
    color: "green",
  });
  const projectId = project.id;
  await ann.api("POST", "/api/tasks", { title: "Dig holes", projectId, dueDate: dayFrom(4) });
  const event = await ann.api<{ id: string }>("POST", "/api/events", {
    title: "Plant together",
    date: dayFrom(5),
    time: "09:00",
    location: "The old wall",
    description: "Bring gloves.\nみんなで植える",
    projectId,
  });
  await ann.api("PATCH", `/api/projects/${projectId}`, { isShared: true });
  const { shareId } = await ann.api<{ shareId: string }>("POST", `/api/folders/${project.folderId}/guests`, {
    email: ben.email,
    role,
  });
  await ben.api("POST", `/api/shares/${shareId}/accept`, {});
  return { projectId, eventId: event.id, shareId };
}

test("a guest's calendar and timeline of a project follow what its owner drags there, until the share ends", async ({
  aPerson,
}) => {
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  const { projectId, shareId } = await anOrchard(ann, ben, "viewer");
  await ben.page.goto(`/app/projects/${projectId}`);
  await ben.page.getByRole("button", { name: "1 event" }).click();
  await tab(ben.page, "Agenda").click();
  const shown = ben.page.getByRole("button", { name: /^Plant together/ });
  await expect(shown).toBeVisible();
  await expect(ben.page.getByRole("checkbox", { name: "Done: Dig holes" })).toBeDisabled();
  await shown.click();
  const dialog = ben.page.getByRole("dialog", { name: "Plant together" });
  await expect(dialog).toContainText("The old wall");
  await expect(dialog).toContainText("みんなで植える");
  await expect(dialog).toContainText("Ann put this event into the project. You can view it.");
  await expect(dialog.getByRole("textbox")).toHaveCount(0);
  await ben.page.keyboard.press("Escape");
  await expect(ben.page.getByRole("dialog")).toHaveCount(0);
  await tab(ben.page, "Timeline").click();
  const bar = (page: Page) =>
    page.getByRole("listitem").filter({ hasText: "Plant together" }).locator("[data-bar]");
  await expect(bar(ben.page)).toBeVisible();
  const before = (await bar(ben.page).boundingBox())!;

  await ann.page.goto(`/app/projects/${projectId}?tab=timeline`);
  await expect(bar(ann.page)).toBeVisible();
  const { x, y, width, height } = (await bar(ann.page).boundingBox())!;
  await ann.page.mouse.move(x + width / 2, y + height / 2);
  await ann.page.mouse.down();
  await ann.page.mouse.move(x + width / 2 + 60, y + height / 2, { steps: 5 });
  await ann.page.mouse.up();
  await expect(ann.page.getByText(/^Moved to/)).toBeVisible();
  await expect.poll(async () => (await bar(ben.page).boundingBox())!.x).toBeGreaterThan(before.x + 30);
  // Nobody but its owner pulls it: the same by the guest moves nothing.
  const after = (await bar(ben.page).boundingBox())!;
  await ben.page.getByRole("button", { name: /^Plant together/ }).press("Alt+ArrowRight");
  await bar(ben.page).hover();
  await ben.page.mouse.down();
  await ben.page.mouse.move(after.x + 80, after.y + after.height / 2, { steps: 5 });
  await ben.page.mouse.up();
  await expect(ben.page.getByText(/^Moved to/)).toHaveCount(0);

  await tab(ben.page, "Calendar").click();
  await tab(ben.page, "Month").click();
  await expect(ben.page.getByRole("button", { name: /^New (task|event)/ })).toHaveCount(0);
  await ann.api("DELETE", `/api/shares/${shareId}`);
  await expect(ben.page.getByText("No longer shared with you")).toBeVisible();
  await expect(ben.page.getByText("Plant together")).toHaveCount(0);
});

test("a guest's calendar of a project passes axe and fits every width in both themes, and an editor adds tasks there", async ({
  aPerson,
}) => {
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  const { projectId } = await anOrchard(ann, ben, "editor");
  const { page } = ben;
  const found: string[] = [];
  for (const view of ["month", "agenda"]) {
    await page.goto(`/app/projects/${projectId}?tab=calendar&view=${view}`);
    for (const size of [WIDE, PHONE])
      for (const theme of THEMES) {
        await page.setViewportSize(size);
        await page.evaluate((chosen) => (document.documentElement.dataset["theme"] = chosen), theme);
        await expect(page.getByRole("button", { name: /^Plant together/ })).toBeVisible();
        const label = `${view} ${size.width} ${theme}`;
        found.push(...(await findOverflow(page, label)).filter((fault) => !SCROLLS.test(fault)));
        const { violations } = await runAxe(page, {});
        found.push(...violations.map((one) => `${label}: ${one.id} ${one.target}`));
      }
  }
  expect(found).toEqual([]);
  await page.setViewportSize(WIDE);
  await page.goto(`/app/projects/${projectId}?tab=calendar&view=month`);
  await page
    .getByRole("button", { name: /^New task on / })
    .nth(10)
    .click();
  const adding = page.getByRole("dialog", { name: "New task" });
  await expect(adding.getByRole("tab")).toHaveCount(0);
  await adding.getByRole("textbox").fill("Water them");
  await adding.getByRole("textbox").press("Enter");
  await expect(page.getByRole("button", { name: /^Water them ?, task, / })).toBeVisible();
});
