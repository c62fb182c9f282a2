import { aNote, expect, openEditor, test as base, textOf } from "./fixtures.ts";
import { startJourneyServer } from "./journey-server.ts";
import type { ServerProcess } from "./server-process.ts";

const test = base.extend<object, { server: ServerProcess }>({
  server: [
    async ({}, use) => {
      const server = await startJourneyServer({ QUOTA_TEXT_BYTES: "40000" });
      await use(server);
      await server.dispose();
    },
    { scope: "worker", timeout: 90_000 },
  ],
});

test("who writes far down sees that there is no room, and all of it is sent once there is", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const oldId = await aNote(ann, { title: "Old", text: "Old words. ".repeat(1_500) });
  const noteId = await aNote(ann, { title: "Diary", text: "A line.\n\n".repeat(60) });
  await openEditor(ann.page, noteId);
  const filling = "Words without end. ".repeat(1_200);
  await ann.page.getByRole("textbox", { name: "Note text" }).click();
  await ann.page.keyboard.press("Control+End");
  await ann.page.keyboard.insertText(filling);
  await ann.page.keyboard.insertText(" And a last one.");
  await expect(ann.page.getByText(/^Out of space, 1 note waiting$/)).toBeAttached();
  await expect(ann.page.getByText("The owner's account is out of space")).toBeInViewport();
  expect(await textOf(ann, noteId)).not.toContain("And a last one.");
  await ann.api("DELETE", `/api/notes/${oldId}`);
  await ann.api("POST", "/api/trash/empty", {});
  await expect.poll(() => textOf(ann, noteId), { timeout: 60_000 }).toContain("And a last one.");
  await expect(ann.page.getByText("is out of space for text")).toBeHidden();
});
