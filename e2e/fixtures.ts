import { randomBytes } from "node:crypto";
import {
  type APIRequestContext,
  type BrowserContext,
  type BrowserContextOptions,
  devices,
  expect,
  type Page,
  type TestInfo,
  type ViewportSize,
  test as base,
} from "@playwright/test";
import sharp from "sharp";
import { seed } from "#testing/run-seed.ts";
import {
  answerWithoutAsking,
  duringTest,
  losesNothing,
  mayLose,
  onlyAsTagged,
  staysOnline,
} from "./fetching-ahead.ts";
import { startJourneyServer } from "./journey-server.ts";
import { keepBrowsers, type KeptBrowser } from "./kept-browsers.ts";
import { randomOf } from "./lots.ts";
import { PORTRAIT } from "./phone.ts";
import { type FigureSource, startFigureSource } from "#testing/servers/figure-source.ts";
import { type Sky, startOpenMeteo } from "#testing/servers/open-meteo.ts";
import type { ServerProcess } from "./server-process.ts";
import { hearErrors } from "./thrown-errors.ts";

export { expect } from "@playwright/test";

export type Account = { name: string; email: string; password: string; userId: string };

/** One person at one browser. */
export type Person = Account & {
  context: BrowserContext;
  page: Page;
  /** The REST door with this person's cookies. */
  api: <T>(method: string, path: string, body?: unknown) => Promise<T>;
};

type Fixtures = {
  /** Registers a fresh account, past its welcome unless `isNew`, and opens a signed-in browser. */
  aPerson: (name?: string, options?: { isNew?: boolean }) => Promise<Person>;
  /** Another browser of the same person: nothing is shared but the account. */
  anotherBrowser: (person: Person) => Promise<Person>;
  /** A page of the same account on a phone: its user agent, its fingers, its screen. */
  onPhone: (person: Person) => Promise<Page>;
  /** A browser with nobody in it. */
  aContext: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  watch: (page: Page) => void;
  /** What the spec file says of its browsers by `test.use`. */
  said: Pick<BrowserContextOptions, "permissions" | "locale" | "geolocation"> & {
    viewport: ViewportSize | null;
  };
  /** A browser for somebody, with a page; `device` where it is another one than the file's. */
  aBrowser: (device?: BrowserContextOptions & { viewport: ViewportSize }) => Promise<KeptBrowser>;
  /** What pages threw that nothing caught. A test that has one thrown on purpose takes it out; any other fails it. */
  thrown: string[];
};

type Shared = {
  server: ServerProcess;
  sky: Sky;
  source: FigureSource;
  kept: ReturnType<typeof keepBrowsers>;
};

export const test = base.extend<Fixtures, Shared>({
  /** The weather of the server's world: no test asks the real one. */
  sky: [
    async ({}, use) => {
      const sky = await startOpenMeteo();
      await use(sky);
      sky.close();
    },
    { scope: "worker" },
  ],
  /** A server elsewhere that people may name, with a figure and with feeds. */
  source: [
    async ({}, use) => {
      const source = await startFigureSource();
      await use(source);
      source.close();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ sky, source }, use) => {
      const server = await startJourneyServer({
        // A second of work for each picture that a journey uploads; picture-text.spec.ts has a server that looks at them.
        PICTURE_TEXT: "off",
        ...sky.env,
        ...source.env,
      });
      await use(onlyAsTagged(server));
      await server.dispose();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  kept: [
    async ({ browser }, use) => {
      const kept = keepBrowsers(browser, async (context) => {
        staysOnline(context);
        await context.addInitScript(withoutServiceWorker);
        await context.addInitScript(answerWithoutAsking);
      });
      await use(kept);
      await kept.dispose();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ server }, use) => use(server.url),

  thrown: [
    async ({ browser }, use, testInfo) => {
      const thrown: string[] = [];
      const stop = hearErrors(browser, (error) => thrown.push(error));
      await duringTest(testInfo, () => use(thrown));
      stop();
      expect(thrown).toEqual([]);
    },
    { auto: true },
  ],

  /** An unexpected error in the console fails the test. */
  watch: async ({}, use) => {
    const faults: string[] = [];
    await use((page) => {
      page.on("console", (message) => {
        // The browser itself reports refused connections and 4xx answers, which tests cause on purpose, and that it asks nobody
        // about unsent text whose page was left without a press, and that a worker's code did not come from a server that was stopped.
        if (
          message.type() === "error" &&
          !/Failed to load resource|WebSocket connection|net::ERR|error occurred when fetching the script|Blocked attempt to show a 'beforeunload'/.test(
            message.text(),
          )
        )
          faults.push(message.text());
      });
    });
    expect(faults).toEqual([]);
  },

  aContext: async ({ browser, server }, use, testInfo) => {
    const contexts: BrowserContext[] = [];
    const checks: (() => void)[] = [];
    await use(async (options) => {
      const context = await browser.newContext({ baseURL: server.url, ...options });
      contexts.push(context);
      staysOnline(context);
      if (keepsApp(testInfo))
        testInfo.annotations.push({ type: "service worker", description: `seed ${seed}` });
      else {
        await context.addInitScript(withoutServiceWorker);
        if (!mayLose(testInfo)) {
          await context.addInitScript(answerWithoutAsking);
          checks.push(losesNothing(context, testInfo));
        }
      }
      return context;
    });
    for (const context of contexts) await context.close();
    for (const check of checks) check();
  },

  said: async (
    { viewport, permissions, locale, timezoneId, userAgent, colorScheme, hasTouch, isMobile, geolocation },
    use,
  ) => {
    const looks = { viewport, locale, timezoneId, userAgent, colorScheme, hasTouch, isMobile };
    await use({ ...looks, permissions, geolocation });
  },

  aBrowser: async ({ aContext, kept, server, said }, use, testInfo) => {
    const given: KeptBrowser[] = [];
    const checks: (() => void)[] = [];
    await use(async (device) => {
      // Those that see to what a device keeps, and one in forty of the others, have one that nobody had before them.
      const viewport = device?.viewport ?? said.viewport;
      if (keepsApp(testInfo) || mayLose(testInfo) || !viewport || said.permissions) {
        const context = await aContext(device);
        return { context, page: await context.newPage() };
      }
      const alike = JSON.stringify({ ...said, ...device });
      const one = await kept.take({ baseURL: server.url, ...device, viewport }, alike);
      given.push(one);
      checks.push(losesNothing(one.context, testInfo));
      return one;
    });
    const isReusable = testInfo.status === testInfo.expectedStatus;
    for (const one of given) await kept.giveBack(one, isReusable);
    for (const check of checks) check();
  },

  aPerson: async ({ aBrowser, server, watch }, use) => {
    await use(async (name = "Ann", { isNew = false } = {}) => {
      const { context, page } = await aBrowser();
      const email = `${name.toLowerCase()}-${randomBytes(4).toString("hex")}@example.com`;
      const password = "correct horse";
      const { session } = await call<{ session: { user: { id: string } } }>(
        context.request,
        server.url,
        "POST",
        "/api/accounts/register",
        { name, email, password },
      );
      if (!isNew)
        await call(context.request, server.url, "PATCH", "/api/onboarding", {
          isEnabled: false,
          isCompleted: true,
          lastSeenStep: "welcome",
        });
      watch(page);
      return personOf({ name, email, password, userId: session.user.id }, context, page, server.url);
    });
  },

  anotherBrowser: async ({ aBrowser, server, watch }, use) => {
    await use(async ({ name, email, password, userId }) => {
      const { context, page } = await aBrowser();
      await call(context.request, server.url, "POST", "/api/accounts/login", { email, password });
      watch(page);
      return personOf({ name, email, password, userId }, context, page, server.url);
    });
  },

  onPhone: async ({ aBrowser, watch }, use) => {
    await use(async ({ context }) => {
      const { cookies, origins } = await context.storageState();
      const phone = await aBrowser({ ...devices["Pixel 7"], viewport: PORTRAIT });
      await phone.context.addCookies(cookies);
      // A document of the same address without scripts.
      await phone.page.goto("/favicon.svg");
      await phone.page.evaluate(
        (entries) => entries.forEach(({ name, value }) => localStorage.setItem(name, value)),
        origins.flatMap(({ localStorage: entries }) => entries),
      );
      watch(phone.page);
      return phone.page;
    });
  },
});

/**
 * Whether the browsers of this test install the service worker. That takes a third of what a short test takes (decision 90), so only those
 * do that say so by the tag, and of the others one in forty, chosen by the seed; the deep run has it in all.
 */
function keepsApp(test: TestInfo): boolean {
  if (test.tags.includes("@service-worker") || process.env.CAIRN_SERVICE_WORKER === "1") return true;
  return randomOf(test)() < 1 / 40;
}

/** As in a private window of Firefox: there are no service workers. */
function withoutServiceWorker(): void {
  Reflect.deleteProperty(Navigator.prototype, "serviceWorker");
}

function personOf(account: Account, context: BrowserContext, page: Page, url: string): Person {
  return {
    ...account,
    context,
    page,
    api: (method, path, body) => call(context.request, url, method, path, body),
  };
}

async function call<T>(
  request: APIRequestContext,
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await request.fetch(`${url}${path}`, {
    method,
    // Each from an address of its own: a hundred accounts in a quarter of an hour from one are refused.
    headers: { origin: url, "x-forwarded-for": `10.${[...randomBytes(3)].join(".")}` },
    ...(body === undefined ? {} : { data: body }),
  });
  if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Makes a note through the API and answers its id. */
export async function aNote(person: Person, note: { title?: string; text?: string } = {}): Promise<string> {
  const { id } = await person.api<{ id: string }>("POST", "/api/notes", {
    title: note.title ?? "A note",
    // As if a person had typed it: what a program brings says so.
    origin: "typed",
    ...(note.text === undefined ? {} : { body: { format: "markdown", text: note.text } }),
  });
  return id;
}

/** A photograph as far as any program can tell. */
export const aPicture = () =>
  sharp({ create: { width: 640, height: 400, channels: 3, background: "#5566cc" } })
    .jpeg()
    .toBuffer();

export const textOf = async (person: Person, noteId: string) =>
  (await person.api<{ text: string }>("GET", `/api/notes/${noteId}/body?format=text`)).text;

/** Opens a note in the editor and waits until it can be typed into. */
export async function openEditor(page: Page, noteId: string) {
  await page.goto(`/app/editor/${noteId}`);
  const editor = page.getByRole("textbox", { name: "Note text" });
  await expect(editor).toHaveAttribute("contenteditable", "true");
  return editor;
}

/** Types at the end of the note. */
export async function typeAtEnd(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Note text" }).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(text);
}

/** Waits until the page says that everything is saved. */
export async function waitForSaved(page: Page): Promise<void> {
  await expect(page.getByRole("status").filter({ hasText: /^Saved/ })).toBeVisible();
}
