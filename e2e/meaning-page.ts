import type { Page } from "@playwright/test";
import type { ModelServer } from "#testing/servers/model-server.ts";
import { aNote, expect, type Person } from "./fixtures.ts";

/** It looks every five seconds, and at what was changed ten seconds ago. */
export const READ_WITHIN_MS = 30_000;
export const QUESTION = "water comes through the ceiling";
const SAME_WORDS_IN = /water|ceiling|\bthrough\b|leak|attic|storm/;
/** Other notes, so that the one that is meant is nearer than usual. */
export const OTHERS = 24;

/** Two concepts, by words that have no letters in common: water in the house is all positive, everything else is every other number, a little apart. */
export const byConcept = (text: string): number[] =>
  Array.from({ length: 32 }, (_, at) =>
    SAME_WORDS_IN.test(text) || at % 2 === 0 ? 1 + ((text.length + at) % 5) / 50 : -1,
  );

export async function aProvider(person: Person, model: ModelServer, name = "Mine"): Promise<void> {
  model.embeds(byConcept);
  await person.api("POST", "/api/models/providers", {
    name,
    kind: "openai",
    url: model.url,
    models: { embeddings: "embed-3" },
  });
}

export async function someNotes(person: Person): Promise<string> {
  const attic = await aNote(person, { title: "House", text: "The attic leaks when it storms" });
  await Promise.all(
    Array.from({ length: OTHERS }, (_, at) =>
      aNote(person, { title: `Cake ${at}`, text: `Bake it for ${at} minutes` }),
    ),
  );
  return attic;
}

/** As the settings do it, without looking. */
export async function allRead(person: Person, kept = OTHERS + 1): Promise<void> {
  await person.api("PUT", "/api/meaning", {});
  await expect
    .poll(
      async () => (await person.api<{ index: { kept: number; due: number } }>("GET", "/api/meaning")).index,
      {
        timeout: READ_WITHIN_MS,
      },
    )
    .toMatchObject({ kept, due: 0 });
}

export const part = (page: Page) => page.getByRole("region", { name: "Search by meaning", exact: true });
export const section = (page: Page) => page.getByRole("region", { name: "By meaning", exact: true });
export const field = (page: Page) => page.getByRole("searchbox", { name: "Search notes" });

export async function settings(page: Page): Promise<void> {
  await page.goto("/app/settings?tab=models#search-by-meaning");
  await page.locator("html[data-keys=ready]").waitFor();
}
