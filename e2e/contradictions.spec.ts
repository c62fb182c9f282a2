import { aNote, expect, test } from "./fixtures.ts";
import { runAxe } from "./run-axe.ts";
import { findOverflow, PHONE, WIDE } from "./screen-audit.ts";

test("two notes that disagree are shown as a pair; what is right is linked in the other one, and taken back; both may be right", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await page.goto("/app/analytics?view=contradictions");
  await expect(page.getByRole("heading", { name: "No contradictions" })).toBeVisible();
  const older = await aNote(ann, { title: "Workshop", text: "The kiln costs 2,400 €." });
  await aNote(ann, { title: "Offer", text: "The kiln costs 2,900 €." });
  const pairs = page.getByRole("region", { name: "Contradictions" });
  await expect(pairs.getByRole("link", { name: "The kiln costs 2,900 €." })).toBeVisible();
  await expect(page.getByText("Reading your notes…")).toBeHidden();
  for (const viewport of [PHONE, WIDE]) {
    await page.setViewportSize(viewport);
    expect(await findOverflow(page, `contradictions at ${viewport.width}`)).toEqual([]);
  }
  expect((await runAxe(page, {})).violations).toEqual([]);

  await pairs.getByRole("button", { name: "This Is Right: The kiln costs 2,900 €." }).press("Enter");
  await expect(page.getByRole("heading", { name: "No contradictions" })).toBeVisible();
  const text = async () =>
    ((await ann.api("GET", `/api/notes/${older}/body`)) as { text: string }).text.trim();
  await expect
    .poll(text)
    .toMatch(/^The kiln costs 2,400 €\. \(corrected: \[Offer\]\(\/app\/editor\/[\da-f-]+\)\)$/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(text).toBe("The kiln costs 2,400 €.");
  await expect(pairs.getByRole("link", { name: "The kiln costs 2,400 €." })).toBeVisible();

  await page.reload();
  await expect(page.getByText("Reading your notes…")).toBeHidden();
  await pairs.getByRole("button", { name: /^Both Are Right/ }).click();
  await expect(page.getByRole("heading", { name: "No contradictions" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "No contradictions" })).toBeVisible();
});
