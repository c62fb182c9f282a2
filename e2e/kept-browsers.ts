import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Page,
  ViewportSize,
} from "@playwright/test";

/** A browser with one page, for one person of one test after the other. */
export type KeptBrowser = { context: BrowserContext; page: Page };

type Listener = (...given: never[]) => unknown;
type Emitter = { on: unknown; once: unknown; off: unknown };
type Options = BrowserContextOptions & { baseURL: string; viewport: ViewportSize };
type State = KeptBrowser & {
  options: Options;
  alike: string;
  cdp: CDPSession;
  isTaken: boolean;
  isClean: boolean;
  uses: number;
  forget: (() => unknown)[];
};

/** What one of them keeps of pages that were left grows slowly. */
const MOST_USES = 30;

/** Whatever changes a browser for longer than its documents live: who calls it gets the browser to themselves. */
const CONTEXT_CHANGES = [
  ...["addInitScript", "routeFromHAR", "routeWebSocket", "exposeFunction", "exposeBinding", "close"],
  ...["grantPermissions", "setGeolocation", "setExtraHTTPHeaders", "setHTTPCredentials", "setOffline"],
  ...["setStorageState", "setDefaultTimeout", "setDefaultNavigationTimeout"],
] as const;
const PAGE_CHANGES = [
  ...["addInitScript", "routeFromHAR", "routeWebSocket", "exposeFunction", "exposeBinding", "close"],
  ...["emulateMedia", "setExtraHTTPHeaders", "addLocatorHandler", "setDefaultTimeout"],
  ...["setDefaultNavigationTimeout"],
] as const;
const CLOCK_CHANGES = [
  ...["install", "setFixedTime", "setSystemTime", "pauseAt", "fastForward", "runFor", "resume"],
] as const;

/**
 * Browsers that are emptied after a test and given to the next, if the test has not changed them. Most of what the first page of a browser
 * takes is a process, and the app's files being fetched and compiled: the next page in the same tab takes half as long (decision 172).
 *
 * @param prepare What each needs once, before its first page.
 */
export function keepBrowsers(
  browser: Browser,
  prepare: (context: BrowserContext) => Promise<void>,
): {
  /** `alike` names what else a spec file says of its browsers: only tests that say the same get each other's. */
  take: (options: Options, alike: string) => Promise<KeptBrowser>;
  /** `isReusable` is false after a test that failed: what it left is worth a look, and nothing to build on. */
  giveBack: (kept: KeptBrowser, isReusable: boolean) => Promise<void>;
  dispose: () => Promise<void>;
} {
  let all: State[] = [];

  async function open(options: Options, alike: string): Promise<State> {
    const context = await browser.newContext(options);
    await prepare(context);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    const tab = { context, page, cdp, options, alike };
    const state: State = { ...tab, isTaken: true, isClean: true, uses: 0, forget: [] };
    const spoil = () => (state.isClean = false);
    hook(context, CONTEXT_CHANGES, spoil);
    hook(page, PAGE_CHANGES, spoil);
    hook(context.clock, CLOCK_CHANGES, spoil);
    for (const emitter of [context, page]) rememberListeners(emitter, state.forget);
    // What a session of the browser's own protocol changes ends with it.
    const newCDPSession = context.newCDPSession.bind(context);
    context.newCDPSession = async (target) => {
      const session = await newCDPSession(target);
      state.forget.push(() => session.detach());
      return session;
    };
    return state;
  }

  return {
    take: async (options, alike) => {
      const isFit = (state: State) => state.alike === alike && state.options.baseURL === options.baseURL;
      const free = all.find((state) => !state.isTaken && isFit(state));
      const state = free ?? (await open(options, alike));
      if (!free) all.push(state);
      state.isTaken = true;
      state.uses++;
      return state;
    },
    giveBack: async (kept, isReusable) => {
      const state = all.find(({ context }) => context === kept.context);
      if (!state) return;
      const isEmpty =
        isReusable && state.isClean && state.uses < MOST_USES && (await empty(state).catch(() => false));
      if (isEmpty) state.isTaken = false;
      else {
        all = all.filter((other) => other !== state);
        await state.context.close();
      }
    },
    dispose: async () => {
      await Promise.all(all.map(({ context }) => context.close()));
      all = [];
    },
  };
}

/** Leaves nothing of a person but what any visitor of the address fetches: the files of the app. */
async function empty({ context, page, cdp, forget, options }: State): Promise<boolean> {
  const { baseURL, viewport } = options;
  await Promise.all(forget.splice(0).map((undo) => undo()));
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.unrouteAll({ behavior: "ignoreErrors" });
  for (const other of context.pages()) if (other !== page) await other.close();
  // A document of the same address without scripts: what the app writes on its way out is written by then.
  await page.goto(`${baseURL}/favicon.svg`);
  await page.evaluate(() => {
    sessionStorage.clear();
    window.name = "";
  });
  await context.clearCookies();
  await context.clearPermissions();
  await cdp.send("Storage.clearDataForOrigin", { origin: baseURL, storageTypes: "all" });
  await page.setViewportSize(viewport);
  // The page stays at that address: a blank one would be of another process, and what is compiled is gone with the process.
  await cdp.send("Page.resetNavigationHistory");
  return (await context.cookies()).length === 0;
}

function hook<Target extends object>(
  target: Target,
  names: readonly (keyof Target & string)[],
  before: () => void,
): void {
  for (const name of names) {
    const method = target[name] as (...given: unknown[]) => unknown;
    Object.assign(target, {
      [name]: (...given: unknown[]) => {
        before();
        return method.apply(target, given);
      },
    });
  }
}

/** Those that a test adds end with it. */
function rememberListeners(emitter: object, forget: State["forget"]): void {
  const { on, once, off } = emitter as unknown as Record<
    keyof Emitter,
    (name: string, run: Listener) => unknown
  >;
  const remembered = (add: typeof on) => (name: string, run: Listener) => {
    forget.push(() => off.call(emitter, name, run));
    add.call(emitter, name, run);
    return emitter;
  };
  Object.assign(emitter, { on: remembered(on), addListener: remembered(on), once: remembered(once) });
}
