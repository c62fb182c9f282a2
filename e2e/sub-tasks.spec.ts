import { expect, test } from "./fixtures.ts";

type Made = { id: string };

test("sub-tasks are added, seen and opened without a server, also where their list was never loaded @service-worker", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  const { id: parentId } = await ann.api<Made>("POST", "/api/tasks", { title: "Move house" });
  await page.goto("/app/tasks?view=anytime");
  await expect(page.getByRole("button", { name: "Move house", exact: true })).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await server.stop();
  await page.getByRole("button", { name: "Move house", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Edit task" });
  const adding = dialog.getByRole("textbox", { name: "Add a sub-task" });
  await adding.fill("Pack the books");
  await adding.press("Enter");
  await expect(dialog.getByRole("checkbox", { name: "Done: Pack the books" })).toBeVisible();
  await dialog.getByRole("button", { name: "Pack the books", exact: true }).click();
  await expect(dialog.getByLabel("Title")).toHaveValue("Pack the books");
  await page.reload();
  await expect(dialog.getByLabel("Title")).toHaveValue("Pack the books");
  await server.start();
  await expect
    .poll(async () => {
      const path = `/api/tasks?parentId=${parentId}`;
      const { tasks } = await ann
        .api<{ tasks: { title: string }[] }>("GET", path)
        .catch(() => ({ tasks: [] }));
      return tasks.map(({ title }) => title);
    })
    .toEqual(["Pack the books"]);
});

test("a sub-task below the fifth level is refused with the reason, and its words stay", async ({
  aPerson,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  let parentId: string | undefined;
  for (const title of ["One", "Two", "Three", "Four", "Five"]) {
    const made: Made = await ann.api("POST", "/api/tasks", { title, ...(parentId && { parentId }) });
    parentId = made.id;
  }
  await page.goto(`/app/tasks?view=anytime&task=${parentId}`);
  const dialog = page.getByRole("dialog", { name: "Edit task" });
  await expect(dialog.getByLabel("Title")).toHaveValue("Five");
  const adding = dialog.getByRole("textbox", { name: "Add a sub-task" });
  await adding.fill("Six");
  await adding.press("Enter");
  await expect(page.getByText("Sub-tasks can go five levels deep.")).toBeVisible();
  await expect(adding).toHaveValue("Six");
});
