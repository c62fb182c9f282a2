import type { Page } from "@playwright/test";
import { aNote, expect, type Person, test } from "./fixtures.ts";
import { waitUntilCallsKept } from "./kept-on-device.ts";

const OLD = "You're offline. What you see may be out of date.";

const row = (page: Page, words: string) => page.getByRole("listitem").filter({ hasText: words });
const press = (page: Page, name: string) => page.getByRole("button", { name }).click();
const undo = (page: Page) => page.getByRole("button", { name: "Undo" }).last().click();

/** With all that its pages need, so that they open without the server. */
async function open(page: Page, view: string): Promise<void> {
  await page.goto(`/app/analytics?view=${view}`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect(page.getByText(/^(?:Reading|Searching) your notes/)).toBeHidden();
}

const bodyOf = async (ann: Person, noteId: string) =>
  (
    await ann.api<{ text: string }>("GET", `/api/notes/${noteId}/body`).catch(() => ({ text: "" }))
  ).text.trim();

test("contradictions are settled with the server stopped, taken back, kept over a reload, and it hears of them later @service-worker", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const older = await aNote(ann, {
    title: "Workshop",
    text: "The kiln costs 2,400 €.\n\nThe boat costs 900 €.\n\nThe shed costs 700 €.",
  });
  await aNote(ann, {
    title: "Offer",
    text: "The kiln costs 2,900 €.\n\nThe boat costs 800 €.\n\nThe shed costs 600 €.",
  });
  await open(page, "contradictions");
  const pairs = page.getByRole("button", { name: /^Both Are Right/ });
  await expect(pairs).toHaveCount(3);
  await server.stop();
  await press(page, "This Is Right: The kiln costs 2,900 €.");
  await expect(page.getByText("The other note links to this one once you're back online")).toBeVisible();
  await page.getByRole("button", { name: "Both Are Right: The boat costs" }).click();
  await expect(pairs).toHaveCount(1);
  await press(page, "This Is Right: The shed costs 600 €.");
  await expect(pairs).toHaveCount(0);
  await undo(page);
  await expect(pairs).toHaveCount(1);
  await waitUntilCallsKept(page, 4);
  await page.reload();
  await expect(page.getByText(OLD)).toBeVisible();
  await expect(pairs).toHaveCount(1);
  await expect(page.getByRole("link", { name: "The shed costs 600 €." })).toBeVisible();
  await server.start();
  await expect
    .poll(() => bodyOf(ann, older), { timeout: 40_000 })
    .toMatch(
      /^The kiln costs 2,400 €\. \(corrected: \[Offer\]\([^)]+\)\)\n\nThe boat costs 900 €\.\n\nThe shed costs 700 €\.$/,
    );
  await waitUntilCallsKept(page, 0);
  await expect(page.getByText(OLD)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("Reading your notes…")).toBeHidden();
  await expect(pairs).toHaveCount(1);
});

test("missing notes are dismissed and begun with the server stopped, kept over a reload, and it hears of them later @service-worker", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await aNote(ann, { title: "Kiln", text: "The kiln is fired on Sundays." });
  for (const query of ["passport number", "roof repair", "train tickets"])
    await ann.api("POST", "/api/gaps", { query, place: "search" });
  await open(page, "gaps");
  for (const words of ["passport number", "roof repair", "train tickets"])
    await expect(row(page, words)).toBeVisible();
  await server.stop();
  await press(page, "Dismiss: passport number");
  await expect(row(page, "passport number")).toHaveCount(0);
  await press(page, "Dismiss: roof repair");
  await expect(row(page, "roof repair")).toHaveCount(0);
  await undo(page);
  await expect(row(page, "roof repair")).toBeVisible();
  await press(page, "Start This Note: train tickets");
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("train tickets");
  await page.goto("/app/analytics?view=gaps");
  await expect(page.getByText(OLD)).toBeVisible();
  await expect(row(page, "roof repair")).toBeVisible();
  await expect(row(page, "passport number")).toHaveCount(0);
  await press(page, "Forget All");
  await page.getByRole("dialog").getByRole("button", { name: "Forget All" }).click();
  await expect(
    page.getByText("You're offline. Nothing was forgotten; try again when you're back."),
  ).toBeVisible();
  await server.start();
  const questions = async () => {
    const { groups } = await ann
      .api<{ groups: { gaps: { question: string }[] }[] }>("GET", "/api/gaps")
      .catch(() => ({ groups: [] }));
    return groups.flatMap(({ gaps }) => gaps.map(({ question }) => question));
  };
  await expect.poll(questions, { timeout: 40_000 }).toEqual(["roof repair"]);
  await expect(row(page, "train tickets")).toHaveCount(0);
  await expect(row(page, "roof repair")).toBeVisible();
  await expect(page.getByText(OLD)).toHaveCount(0);
});

test("a task is made of a promise with the server stopped, or not after all, and the promise has it when it is back @service-worker", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await aNote(ann, {
    title: "Weekly talk",
    text: "I'll send Ana the revised budget by 12 March 2031.\n\nI'll bring Eva the lease on 3 May 2031.",
  });
  await open(page, "promises");
  const [budget, lease] = [row(page, "revised budget"), row(page, "the lease")];
  await expect(lease).toBeVisible();
  await server.stop();
  await lease.getByRole("button", { name: /^Make Task/ }).click();
  await expect(lease.getByRole("link", { name: /^Open Task/ })).toBeVisible();
  await undo(page);
  await expect(lease.getByRole("button", { name: /^Make Task/ })).toBeVisible();
  await budget.getByRole("button", { name: /^Make Task/ }).click();
  await expect(page.getByText("Task created").last()).toBeVisible();
  await waitUntilCallsKept(page, 5);
  await page.reload();
  await expect(page.getByText(OLD)).toBeVisible();
  await expect(lease.getByRole("button", { name: /^Make Task/ })).toBeVisible();
  await budget.getByRole("link", { name: /^Open Task/ }).click();
  await expect(page).toHaveURL(/\/app\/tasks\?/);
  await server.start();
  type Promised = { promises: { sentence: string; taskId: string | null }[] };
  type Tasks = { tasks: { id: string; dueDate: string }[] };
  await expect
    .poll(
      async () => {
        const { promises } = await ann.api<Promised>("GET", "/api/promises?status=open");
        const { tasks } = await ann.api<Tasks>("GET", "/api/tasks");
        const idOf = (day: string) => tasks.find(({ dueDate }) => dueDate === day)?.id;
        return [tasks.length, promises.map(({ taskId }) => taskId !== null && taskId === idOf("2031-03-12"))];
      },
      { timeout: 40_000 },
    )
    .toEqual([1, [true, false]]);
});

test("a decision whose answer is lost is sent again: one link is written, and nothing is said to have failed", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const older = await aNote(ann, { title: "Workshop", text: "The kiln costs 2,400 €." });
  await aNote(ann, { title: "Offer", text: "The kiln costs 2,900 €." });
  await page.goto("/app/analytics?view=contradictions");
  await expect(page.getByRole("button", { name: /^Both Are Right/ })).toHaveCount(1);
  await expect(page.getByText("Reading your notes…")).toBeHidden();
  const answers: number[] = [];
  for (const operation of ["correct", "reopen"])
    await page.route(`**/rpc/contradictions/${operation}`, async (route) => {
      const answer = await route.fetch();
      answers.push(answer.status());
      await (answers.length % 2 === 1 ? route.abort() : route.fulfill({ response: answer }));
    });
  await press(page, "This Is Right: The kiln costs 2,900 €.");
  await expect.poll(() => answers).toEqual([200, 200]);
  expect(await bodyOf(ann, older)).toMatch(/^The kiln costs 2,400 €\. \(corrected: \[Offer\]\([^)]+\)\)$/);
  await undo(page);
  await expect.poll(() => answers).toEqual([200, 200, 200, 200]);
  expect(await bodyOf(ann, older)).toBe("The kiln costs 2,400 €.");
  await expect(page.getByRole("button", { name: /^Both Are Right/ })).toHaveCount(1);
  await expect(page.getByText(/^(?:Failed|Couldn't apply)/)).toHaveCount(0);
});
