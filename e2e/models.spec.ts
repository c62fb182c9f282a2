import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import { KEY, test } from "./model-servers.ts";
import { runAxe } from "./run-axe.ts";
import { THEMES } from "./screen-audit.ts";

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
  server,
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
  await choose.getByLabel("Chat", { exact: true }).fill("echo-large");
  await choose.getByRole("button", { name: "Save" }).click();
  await expect(choose).toBeHidden();
  const providers = row(page, "Providers");
  await expect(providers.getByText("key ends in 0000")).toBeVisible();
  await expect(providers.getByText("Local", { exact: true })).toBeVisible();
  await providers.getByRole("button", { name: "Test Mine" }).click();
  await expect(providers.getByText(refused)).toBeVisible();

  await providers.getByRole("button", { name: "Edit Mine" }).click();
  const change = page.getByRole("dialog", { name: "Edit provider" });
  await expect(change.getByLabel("Key", { exact: true })).toHaveValue("");
  await change.getByLabel("Key", { exact: true }).fill(KEY);
  await change.getByRole("button", { name: "Save" }).click();
  await expect(providers.getByText("key ends in 1234")).toBeVisible();

  await providers.getByRole("button", { name: "Choose models of Mine" }).click();
  await expect(choose.getByText("6 models found.")).toBeVisible();
  await choose.getByLabel("Embeddings", { exact: true }).fill("embed-3");
  await choose.getByRole("button", { name: "Save" }).click();
  await providers.getByRole("button", { name: "Test Mine" }).click();
  await expect(providers.getByText(`127.0.0.1:${near.port} answers and has 6 models.`)).toBeVisible();
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
  expect(server.log()).not.toMatch(/sk-(secret|wrong)/);
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
  await choose.getByLabel("Chat", { exact: true }).fill("echo-small");
  await choose.getByLabel("Chat", { exact: true }).press("Enter");
  await expect(choose).toBeHidden();
  await expect(there.page.getByText("echo-small")).toBeVisible();
  const use = page.getByRole("switch", { name: "Use Ollama zu Hause" });
  await use.focus();
  await page.keyboard.press("Space");
  await expect(use).not.toBeChecked();
  await expect(there.page.getByRole("switch", { name: "Use Ollama zu Hause" })).not.toBeChecked();
});

test("a key never waits on a device: without the server it is said, and the form keeps what was typed @fetches-ahead", async ({
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
    models: { chat: "echo-large", image: "brush-1", speechIn: "ears-1" },
  });
  const faults: string[] = [];
  for (const scheme of THEMES) {
    await settings(page);
    await page.evaluate((theme) => (document.documentElement.dataset["theme"] = theme), scheme);
    await page.getByRole("button", { name: /^Test/ }).click();
    await expect(page.getByText(/doesn't list a model named “brush-1”/)).toBeVisible();
    faults.push(...(await faultsOf(page, `models ${scheme}`)));
    await page.getByRole("button", { name: /^Choose models/ }).click();
    await expect(page.getByText("6 models found.")).toBeVisible();
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
  await expect(phone.getByText(/doesn't list a model named “brush-1”/)).toBeVisible();
  const overflow = () => phone.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
});

const ENDINGS: Record<string, string> = {
  key: "key refused",
  credit: "out of credit",
  rate: "too many requests",
  "no-model": "no such model",
  "no-skill": "can't do this",
  context: "too long for the model",
  provider: "fault of the provider",
  refused: "refused",
  "not-understood": "answer not understood",
  cut: "broke off",
  timeout: "no answer in time",
  "too-long": "answer too long",
  unreachable: "not reached",
  address: "address not allowed",
  busy: "too many at once",
  cancelled: "canceled",
  unfinished: "not finished",
};

test("what was sent is listed twenty at a time, each with how it ended @fetches-ahead", async ({
  aPerson,
  server,
}) => {
  const { page, userId } = await aPerson("Ann");
  const results = Object.keys(ENDINGS);
  await server.query(
    `INSERT INTO model_calls (id, user_id, provider, is_operators, host, model, task, passages, sent_bytes, result)
     SELECT ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, 'Mine', false, 'models.example.com', 'large',
       'chat', 2, 3000, coalesce(($2::text[])[n], 'ok') FROM generate_series(1, 45) n`,
    [userId, results],
  );
  await settings(page);
  const sent = page.getByRole("list", { name: "What was sent" }).getByRole("listitem");
  await expect(sent).toHaveCount(20);
  const more = row(page, "What was sent").getByRole("button", { name: "Show more" });
  await more.click();
  await expect(sent).toHaveCount(40);
  await page.context().setOffline(true);
  await more.click();
  await expect(row(page, "What was sent").getByRole("alert")).toHaveText(
    "Couldn't reach the server. Try again in a moment.",
  );
  await page.context().setOffline(false);
  await more.click();
  await expect(sent).toHaveCount(45);
  await expect(more).toHaveCount(0);
  for (const words of Object.values(ENDINGS))
    await expect(sent.filter({ hasText: new RegExp(`2 texts, .* · ${words}$`) })).toHaveCount(1);
});

test("who may add none is told so, a short key shows no end, and what is refused or not found is said @fetches-ahead", async ({
  aPerson,
  near,
  open,
}) => {
  const ann = await aPerson("Ann");
  const { page } = ann;
  const provider = { kind: "openai", models: { chat: "echo-large" } };
  await ann.api("POST", "/api/models/providers", { ...provider, name: "First", url: open.url, key: "short" });
  await ann.api("POST", "/api/models/providers", { ...provider, name: "Second", url: near.url });
  await settings(page);
  const providers = row(page, "Providers");
  await expect(providers.getByText("key stored")).toBeVisible();
  await expect(providers.getByText("another provider comes first")).toHaveCount(1);
  await providers.getByRole("button", { name: "Test Second" }).click();
  await expect(providers.getByText(`127.0.0.1:${near.port} needs a key. Add one.`)).toBeVisible();
  near.fail("silent");
  open.fail("garbage");
  await providers.getByRole("button", { name: "Find local servers" }).click();
  await expect(providers.getByText(/No model server answers at the addresses/)).toBeVisible();

  await page.context().setOffline(true);
  for (const name of ["Test First", "Find local servers"])
    await providers.getByRole("button", { name }).click();
  await expect(providers.getByText("Couldn't reach the server. Try again in a moment.")).toHaveCount(2);
  await providers.getByRole("switch", { name: "Use First" }).click();
  await expect(providers.getByText("Couldn't reach the server. Try again in a moment.")).toHaveCount(3);
  await expect(providers.getByRole("switch", { name: "Use First" })).toBeChecked();
  await providers.getByRole("button", { name: "Remove First" }).click();
  const question = page.getByRole("dialog", { name: "Remove “First”?" });
  await question.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(question.getByRole("alert")).toHaveText("Couldn't reach the server. Try again in a moment.");
  await page.context().setOffline(false);

  await page.route("**/rpc/models/list", async (route) => {
    const answer = await route.fetch();
    const { json, ...rest } = (await answer.json()) as { json: object };
    await route.fulfill({ response: answer, json: { ...rest, json: { ...json, canAdd: false } } });
  });
  await settings(page);
  await expect(page.getByText("The server's administrator sets up the AI models here.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add a provider" })).toHaveCount(0);
});
