import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const box = (page: Page, title: string) => page.getByRole("checkbox", { name: `Done: ${title}` });
const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function choose(page: Page, title: string, item: string): Promise<void> {
  await page.getByRole("listitem").filter({ hasText: title }).hover();
  await page.getByRole("button", { name: `Actions for ${title}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

test(
  "a guest finds what is assigned and due on My Day, adds other tasks also without the server, and what its owner completes leaves it",
  { tag: "@service-worker" },
  async ({ aPerson, onPhone, server }) => {
    test.setTimeout(120_000);
    const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
    const project = await ann.api<{ id: string; folderId: string }>("POST", "/api/projects", {
      title: "Orchard",
    });
    const projectId = project.id;
    await ann.api("PATCH", `/api/projects/${projectId}`, { isShared: true });
    const { shareId } = await ann.api<{ shareId: string }>(
      "POST",
      `/api/folders/${project.folderId}/guests`,
      { email: ben.email, role: "viewer" },
    );
    await ben.api("POST", `/api/shares/${shareId}/accept`, {});
    const { people } = await ann.api<{ people: { id: string; name: string }[] }>(
      "GET",
      `/api/projects/${projectId}/people`,
    );
    const assigneeId = people.find(({ name }) => name === "Ben")!.id;
    const add = async (title: string, dueDate: string, isOfBen: boolean) => {
      const { id } = await ann.api<{ id: string }>("POST", "/api/tasks", { title, projectId, dueDate });
      if (isOfBen) await ann.api("PATCH", `/api/tasks/${id}`, { assigneeId });
      return id;
    };
    const pruneId = await add("Prune", dayFrom(0), true);
    await add("Water", dayFrom(5), false);
    const plantId = await add("Plant", dayFrom(6), true);
    await add("Mow", dayFrom(0), false);

    const { page } = ben;
    await page.goto("/app/tasks");
    await expect(box(page, "Prune")).toBeVisible();
    for (const title of ["Water", "Plant", "Mow"]) await expect(box(page, title)).toHaveCount(0);
    // Who may only see the project has a day of their own for its tasks.
    await page.goto(`/app/projects/${projectId}?tab=tasks`);
    await expect(box(page, "Water")).toBeDisabled();
    await choose(page, "Water", "Add to My Day");
    await page.goto("/app/tasks?view=assigned");
    await expect(box(page, "Plant")).toBeVisible();
    await tab(page, "My Day").click();
    await page.reload();
    for (const title of ["Prune", "Water"]) await expect(box(page, title)).toBeVisible();

    const phone = await onPhone(ben);
    await phone.goto("/mobile/tasks");
    for (const title of ["Prune", "Water"]) await expect(box(phone, title)).toBeVisible();
    await choose(phone, "Water", "Take Off My Day");
    await expect(box(page, "Water")).toHaveCount(0);
    await phone.getByRole("button", { name: "Undo" }).click();
    await expect(box(page, "Water")).toBeVisible();

    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await server.stop();
    await page.reload();
    for (const title of ["Prune", "Water"]) await expect(box(page, title)).toBeVisible();
    await tab(page, "Assigned to Me").click();
    await choose(page, "Plant", "Add to My Day");
    await tab(page, "My Day").click();
    for (const title of ["Prune", "Water", "Plant"]) await expect(box(page, title)).toBeVisible();
    await page.reload();
    for (const title of ["Prune", "Water", "Plant"]) await expect(box(page, title)).toBeVisible();
    await server.start();
    await expect
      .poll(
        async () =>
          (await ben.api<{ myDay: string | null }>("GET", `/api/tasks/${plantId}`).catch(() => null))?.myDay,
        { timeout: 30_000 },
      )
      .toBe(dayFrom(0));
    expect(await ann.api("GET", `/api/tasks/${plantId}`)).toMatchObject({ myDay: null });
    await ann.api("PATCH", `/api/tasks/${pruneId}`, { completed: true });
    for (const one of [page, phone]) {
      await expect(box(one, "Prune")).toHaveCount(0);
      await expect(box(one, "Plant")).toBeVisible();
    }
    await ann.api("DELETE", `/api/shares/${shareId}`);
    for (const one of [page, phone])
      for (const title of ["Water", "Plant"]) await expect(box(one, title)).toHaveCount(0);
  },
);
