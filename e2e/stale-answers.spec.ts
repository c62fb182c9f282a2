import type { Page } from "@playwright/test";
import { aNote, expect, openEditor, test } from "./fixtures.ts";

/** Keeps back what the server has answered to the first such request, as a slow line does; to be let go, it returns. */
async function holdAnswer(
  page: Page,
  path: string,
): Promise<{ isAnswered: Promise<void>; letGo: () => void }> {
  const answered = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route(
    `**/rpc/${path}`,
    async (route) => {
      const response = await route.fetch();
      answered.resolve();
      await held.promise;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  return { isAnswered: answered.promise, letGo: held.resolve };
}

test("whom a note was shared with stands there, though the list was asked for before", async ({
  aPerson,
}) => {
  const [ann, ben] = [await aPerson("Ann"), await aPerson("Ben")];
  const { page } = ann;
  await openEditor(page, await aNote(ann, { title: "Plan", text: "First line" }));
  const { isAnswered, letGo } = await holdAnswer(page, "sharing/guestsOfNote");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await isAnswered;
  const dialog = page.getByRole("dialog", { name: "Share Plan" });
  await dialog.getByLabel("Email address").fill(ben.email);
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  await expect(page.getByText(`Shared with ${ben.email}`).first()).toBeVisible();
  letGo();
  await expect(dialog.getByRole("list", { name: "Shared with" }).getByText("Invited")).toBeVisible();
});

test("a page of a list comes, though the list changes while it is on its way", async ({
  aPerson,
  server,
}) => {
  const { page, userId, api } = await aPerson("Ann");
  await server.query(
    `INSERT INTO model_calls (id, user_id, provider, is_operators, host, model, task, passages, sent_bytes, result)
     SELECT ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, 'Mine', false, 'models.example.com', 'large',
       'chat', 2, 3000, 'ok' FROM generate_series(1, 25) n`,
    [userId],
  );
  await page.goto("/app/settings?tab=models");
  const sent = page.getByRole("list", { name: "What was sent" }).getByRole("listitem");
  await expect(sent).toHaveCount(20);
  const { isAnswered, letGo } = await holdAnswer(page, "models/calls");
  await page.getByRole("button", { name: "Show more" }).click();
  await isAnswered;
  // Heard of by the page, which asks for everything about models again.
  const asked = page.waitForRequest("**/rpc/models/list");
  await api("POST", "/api/models/providers", {
    kind: "openai",
    name: "Elsewhere",
    url: "https://models.example.com/v1",
    key: "none",
    models: { chat: "large" },
  });
  await asked;
  letGo();
  await expect(sent).toHaveCount(25);
});
