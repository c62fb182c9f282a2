import { aNote, expect, test } from "./fixtures.ts";

test("what is being restored stays out of the list while the list is asked for anew", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  for (const title of ["Boots", "Maps"]) {
    const noteId = await aNote(ann, { title });
    await ann.api("DELETE", `/api/notes/${noteId}`);
  }
  const late = await aNote(ann, { title: "Tents" });
  await page.goto("/app/explorer?view=trash");
  const restore = (title: string) => page.getByRole("button", { name: `Restore ${title}` });
  await expect(restore("Maps")).toBeVisible();

  let answer = () => {};
  const isHeld = new Promise<void>((done) => {
    answer = done;
  });
  await page.route("**/rpc/trash/restore", async (route) => {
    await isHeld;
    await route.continue();
  });
  await restore("Maps").click();
  await expect(restore("Maps")).toHaveCount(0);
  // Deleted elsewhere: the list comes anew, and for the server Maps is in it still.
  await ann.api("DELETE", `/api/notes/${late}`);
  await expect(restore("Tents")).toBeVisible();
  await expect(restore("Maps")).toHaveCount(0);
  answer();
  await expect(page.getByText("1 note restored")).toBeVisible();
  await expect(restore("Maps")).toHaveCount(0);
  await expect(restore("Boots")).toBeVisible();

  await page.unroute("**/rpc/trash/restore");
  await page.route("**/rpc/trash/restore", (route) =>
    route.fulfill({ status: 500, json: { json: { code: "INTERNAL", status: 500, message: "no" } } }),
  );
  await restore("Boots").click();
  await expect(page.getByText("Failed to restore")).toBeVisible();
  await expect(restore("Boots")).toBeVisible();
});
