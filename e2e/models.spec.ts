import type { Page } from "@playwright/test";
import { type ModelServer, startModelServer } from "#testing/servers/model-server.ts";
import { edit, picture, says, tool, workspaceOf } from "./banner-page.ts";
import { aNote, expect, type Person, test as base } from "./fixtures.ts";
import { runAxe } from "./run-axe.ts";
import { THEMES } from "./screen-audit.ts";
import { createServerProcess, type ServerProcess } from "./server-process.ts";

const KEY = "sk-secret-of-ann-1234";

/** A server of its own that may ask the model server beside it. */
const test = base.extend<object, { server: ServerProcess; near: ModelServer; open: ModelServer }>({
  near: [
    async ({}, use) => {
      const near = await startModelServer({ key: KEY });
      await use(near);
      near.close();
    },
    { scope: "worker" },
  ],
  /** It wants no key, as those on one's own machine. */
  open: [
    async ({}, use) => {
      const open = await startModelServer();
      await use(open);
      open.close();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ near, open }, use) => {
      const server = await createServerProcess({
        TRUSTED_PROXIES: "loopback",
        WEATHER: "off",
        EGRESS_ALLOW: `127.0.0.1:${near.port} 127.0.0.1:${open.port}`,
      });
      await server.start();
      await use(server);
      await server.dispose();
    },
    { scope: "worker", timeout: 90_000 },
  ],
});

test.afterEach(({ near, open }) => {
  near.fail(null);
  open.fail(null);
});

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
async function faultsOf(page: Page, where: string): Promise<string[]> {
  const { passed, violations } = await runAxe(page, { runOnly: { type: "tag", values: TAGS } });
  expect(passed, where).toBeGreaterThan(0);
  return violations.map(({ id, target }) => `${id} at ${target} (${where})`);
}

const row = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const settings = async (page: Page) => {
  await page.goto("/app/settings?tab=models");
  await expect(page.getByRole("heading", { level: 2, name: "AI models" })).toBeVisible();
};
const withPictures = (ann: Person, open: ModelServer) =>
  ann.api("POST", "/api/models/providers", {
    name: "Near",
    kind: "openai",
    url: open.url,
    models: { image: "paint-1" },
  });

/** All that this origin keeps on the device, as text. */
const storedIn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const done = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(new Error("not read")));
      });
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        found.push([name, store, await done(database.transaction(store).objectStore(store).getAll())]);
      database.close();
    }
    return JSON.stringify(found);
  });

test("a provider is added, its wrong key told and mended, models chosen, tested and removed", async ({
  aPerson,
  near,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  const answers: string[] = [];
  page.on("response", (response) => {
    if (response.url().includes("/rpc/"))
      void response.text().then(
        (text) => answers.push(text),
        () => {},
      );
  });
  await settings(page);
  await expect(page.getByText("No provider yet. Nothing is sent to any model.")).toBeVisible();
  await page.getByRole("button", { name: "Add a provider" }).click();
  const form = page.getByRole("dialog", { name: "Add a provider" });
  await form.getByLabel("Provider").selectOption("Other");
  await form.getByLabel("Name", { exact: true }).fill("Mine");
  await form.getByLabel("Address").fill(near.url);
  await form.getByLabel("Key", { exact: true }).fill("sk-wrong-key-of-ann-0000");
  await form.getByRole("button", { name: "Add", exact: true }).click();

  // Its models are asked for at once, and the wrong key is told.
  const choose = page.getByRole("dialog", { name: "Models of Mine" });
  const refused = `127.0.0.1:${near.port} refused the key. Check it, or make a new one there.`;
  await expect(choose.getByText(refused)).toBeVisible();
  await choose.getByLabel("Chat").fill("echo-large");
  await choose.getByRole("button", { name: "Save" }).click();
  await expect(choose).toBeHidden();
  const providers = row(page, "Providers");
  await expect(providers.getByText("key ends in 0000")).toBeVisible();
  await providers.getByRole("button", { name: "Test Mine" }).click();
  await expect(providers.getByText(refused)).toBeVisible();

  await providers.getByRole("button", { name: "Edit Mine" }).click();
  const change = page.getByRole("dialog", { name: "Edit provider" });
  await expect(change.getByLabel("Key", { exact: true })).toHaveValue("");
  await change.getByLabel("Key", { exact: true }).fill(KEY);
  await change.getByRole("button", { name: "Save" }).click();
  await expect(providers.getByText("key ends in 1234")).toBeVisible();

  await providers.getByRole("button", { name: "Choose models of Mine" }).click();
  await expect(choose.getByText("4 models found.")).toBeVisible();
  await choose.getByLabel("Embeddings").fill("embed-3");
  await choose.getByRole("button", { name: "Save" }).click();
  await providers.getByRole("button", { name: "Test Mine" }).click();
  await expect(providers.getByText(`127.0.0.1:${near.port} answers and has 4 models.`)).toBeVisible();
  await expect(providers.getByText("echo-large answered.")).toBeVisible();
  await expect(providers.getByText("embed-3 answered with 3 numbers.")).toBeVisible();
  const sent = page.getByRole("list", { name: "What was sent" }).getByRole("listitem");
  await expect(sent).toHaveCount(2);
  await expect(sent.last()).toContainText("Chat · echo-large");
  await expect(sent.last()).toContainText("1 text, 24 bytes · 17 tokens");

  near.fail({ status: 429, headers: { "retry-after": "90" } });
  await providers.getByRole("button", { name: "Test Mine" }).click();
  await expect(providers.getByText(/gets too many requests. Try again in 2 minutes\./)).toBeVisible();

  await providers.getByRole("button", { name: "Remove Mine" }).click();
  const question = page.getByRole("dialog", { name: "Remove “Mine”?" });
  await question.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("No provider yet. Nothing is sent to any model.")).toBeVisible();
  expect(answers.join("\n")).not.toMatch(/sk-(secret|wrong)/);
});

test("a server near is found and added, switched off by keyboard, and heard of on another page", async ({
  aPerson,
  anotherBrowser,
  open,
}) => {
  const ann = await aPerson("Ann");
  const there = await anotherBrowser(ann);
  const { page } = ann;
  await settings(page);
  await settings(there.page);
  await page.getByRole("button", { name: "Find local servers" }).click();
  await page.getByRole("button", { name: `Add ${open.url}` }).click();
  const form = page.getByRole("dialog", { name: "Add a provider" });
  await expect(form.getByLabel("Address")).toHaveValue(open.url);
  await form.getByLabel("Name", { exact: true }).fill("Ollama zu Hause");
  await form.getByLabel("Name", { exact: true }).press("Enter");
  const choose = page.getByRole("dialog", { name: "Models of Ollama zu Hause" });
  await choose.getByLabel("Chat").fill("echo-small");
  await choose.getByLabel("Chat").press("Enter");
  await expect(choose).toBeHidden();
  await expect(there.page.getByText("echo-small")).toBeVisible();
  const use = page.getByRole("switch", { name: "Use Ollama zu Hause" });
  await use.focus();
  await page.keyboard.press("Space");
  await expect(use).not.toBeChecked();
  await expect(there.page.getByRole("switch", { name: "Use Ollama zu Hause" })).not.toBeChecked();
});

test("a key never waits on a device: without the server it is said, and the form keeps what was typed", async ({
  aPerson,
  near,
}) => {
  const ann = await aPerson("Ann");
  const { page, context } = ann;
  await settings(page);
  await page.getByRole("button", { name: "Add a provider" }).click();
  const form = page.getByRole("dialog", { name: "Add a provider" });
  await form.getByLabel("Address").fill(near.url);
  await form.getByLabel("Key", { exact: true }).fill(KEY);
  await context.setOffline(true);
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(form.getByRole("alert")).toHaveText("Couldn't reach the server. Try again in a moment.");
  const kept = await storedIn(page);
  expect(kept).toContain(ann.userId);
  expect(kept).not.toContain(KEY);
  await context.setOffline(false);
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Models of OpenAI" })).toBeVisible();
  const { providers } = await ann.api<{ providers: unknown[] }>("GET", "/api/models/providers");
  expect(providers).toHaveLength(1);
});

test("pictures from words are shown for choice and become the banner; failures give the reason", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await withPictures(ann, open);
  await edit(page);
  await tool(page, "AI Generate").click();
  const dialog = page.getByRole("dialog", { name: "AI Generate" });
  await dialog.getByRole("textbox", { name: "Prompt" }).fill("A calm lake");
  open.fail({ status: 500 });
  await dialog.getByRole("button", { name: "Generate", exact: true }).click();
  await expect(dialog.getByRole("alert")).toHaveText(
    `Failed to generate images: 127.0.0.1:${open.port} has a problem of its own (500). Try again later.`,
  );
  open.fail(null);
  await dialog.getByRole("button", { name: "Generate", exact: true }).click();
  await expect(dialog.getByText("Choose the picture you want to use.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Use picture/ })).toHaveCount(2);
  await dialog.getByRole("button", { name: "Use picture 2" }).click();
  await says(page, "Banner uploaded successfully");
  await expect(picture(page)).toBeVisible();
  expect((await workspaceOf(ann)).bannerUrl).toMatch(/^\/files\//);
  const { files } = await ann.api<{ files: unknown[] }>("GET", "/api/files");
  expect(files).toHaveLength(1);
});

test("a note offers a picture from words only with a model for them, and puts it where the caret is", async ({
  aPerson,
  open,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  const noteId = await aNote(ann, { title: "Lake", text: "Before" });
  const slash = async () => {
    await page.goto(`/app/editor/${noteId}`);
    const body = page.getByRole("textbox", { name: "Note text" });
    await body.click();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("/generate");
    return body;
  };
  await slash();
  await expect(page.getByRole("option", { name: /^Generate image/ })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await withPictures(ann, open);
  const body = await slash();
  await page.getByRole("option", { name: /^Generate image/ }).click();
  const dialog = page.getByRole("dialog", { name: "Generate image" });
  await dialog.getByRole("button", { name: "Generate", exact: true }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Please enter a prompt");
  await dialog.getByRole("textbox", { name: "Prompt" }).fill("بحيرة هادئة");
  await dialog.getByLabel("Shape").selectOption("Wide");
  await dialog.getByRole("button", { name: "Generate", exact: true }).click();
  await dialog.getByRole("button", { name: "Use picture 1" }).click();
  await expect(body.locator('img[src^="/files/"]')).toBeVisible();
  await page.reload();
  await expect(body.locator('img[src^="/files/"]')).toBeVisible();
  expect(open.asked.at(-1)?.json).toMatchObject({ prompt: "بحيرة هادئة", size: "1024x576" });
});

test("the settings and their dialogs pass axe in both themes, and fit a phone", async ({
  aPerson,
  onPhone,
  near,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  await ann.api("POST", "/api/models/providers", {
    name: "A provider with quite a long name that nobody would give it",
    kind: "openai",
    url: near.url,
    key: KEY,
    models: { chat: "echo-large", image: "paint-1", speechIn: "ears-1" },
  });
  const faults: string[] = [];
  for (const scheme of THEMES) {
    await settings(page);
    await page.evaluate((theme) => (document.documentElement.dataset["theme"] = theme), scheme);
    await page.getByRole("button", { name: /^Test/ }).click();
    await expect(page.getByText(/doesn't list a model named “ears-1”/)).toBeVisible();
    faults.push(...(await faultsOf(page, `models ${scheme}`)));
    await page.getByRole("button", { name: /^Choose models/ }).click();
    await expect(page.getByText("4 models found.")).toBeVisible();
    faults.push(...(await faultsOf(page, `choose models ${scheme}`)));
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Add a provider" }).click();
    await expect(page.getByRole("dialog", { name: "Add a provider" })).toBeVisible();
    faults.push(...(await faultsOf(page, `add ${scheme}`)));
    await page.keyboard.press("Escape");
  }
  expect(faults).toEqual([]);
  const phone = await onPhone(ann);
  await phone.goto("/mobile/settings?tab=models");
  await phone.getByRole("button", { name: /^Test/ }).tap();
  await expect(phone.getByText(/doesn't list a model named “ears-1”/)).toBeVisible();
  const overflow = () => phone.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
});
