import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, type Person } from "./fixtures.ts";
import type { Opening } from "./screen-audit.ts";

/** Presses a button that has a menu, and chooses of that. */
export const choose = (menu: string | RegExp, item?: string) => async (page: Page) => {
  await page.getByRole("button", { name: menu, exact: true }).first().click();
  await page.getByRole("menu").waitFor();
  if (!item) return;
  await page.getByRole("menuitem", { name: item, exact: true }).click();
  // The menu goes before its dialog comes.
  await page.getByRole("dialog").waitFor();
};

/** With a title and tags as long as people's. */
export async function publicPicture(person: Person, fileId: string): Promise<void> {
  const title = "Donaudampfschifffahrtsgesellschaft".repeat(3);
  const tags = ["sea", "a-tag-that-goes-on-for-longer-than-one-would-think"];
  const { id } = await person.api<{ id: string }>("POST", "/api/gallery", { fileId, title, tags });
  await person.api("PATCH", `/api/gallery/${id}`, { isPublic: true });
}

const openGallery = async (page: Page) => {
  await choose("More", "Open Gallery")(page);
  await page.getByRole("dialog", { name: "Gallery" }).locator("[data-picture] img").waitFor();
};

export const ofFiles: Opening[] = [
  { name: "gallery", open: openGallery },
  {
    name: "picture in the gallery",
    open: async (page) => {
      await openGallery(page);
      await page.locator("[data-picture]").click();
      await page.getByRole("switch", { name: "Public link" }).waitFor();
    },
  },
];

/** A conversation with an answer that cites. */
export async function aChat({ api }: Person): Promise<string> {
  const [threadId, id, answerId] = [randomUUID(), randomUUID(), randomUUID()];
  const question = { id, answerId, parentId: null, text: "What is everything?" };
  await api("POST", `/api/chat/threads/${threadId}/messages`, question);
  await expect
    .poll(async () => JSON.stringify(await api("GET", `/api/chat/threads/${threadId}`)))
    .not.toContain('"running"');
  return threadId;
}

/** Changes of a note's text and of things, one of each decided. */
export async function aChangeset({ api }: Person, noteId: string): Promise<string> {
  const id = randomUUID();
  const { text } = await api<{ text: string }>("GET", `/api/notes/${noteId}/body?format=markdown`);
  await api("PUT", `/api/changesets/${id}`, {
    title: "Tidy up everything that was written about the long journey of last summer",
    source: { kind: "agent", model: "a-model", prompt: "Make it shorter,\nand remind me of the tents." },
    notes: [{ noteId, text: `A first line that was not there.\n\n${text}\nA last line.\n` }],
    records: [
      {
        kind: "task",
        recordId: randomUUID(),
        action: "create",
        fields: {
          title: "Donaudampfschifffahrtsgesellschaft".repeat(3),
          dueDate: "2027-05-03",
          priority: "high",
        },
      },
      { kind: "note", recordId: noteId, action: "update", fields: { tags: ["camping", "summer", "tents"] } },
    ],
  });
  await api("POST", `/api/changesets/${id}/apply`, { id, notes: [{ noteId, parts: [0] }] });
  await api("POST", `/api/changesets/${id}/refuse`, { id, records: [1] });
  return id;
}
