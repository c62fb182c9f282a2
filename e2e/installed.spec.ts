import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { aNote, aPicture, expect, openEditor, test, textOf, typeAtEnd, waitForSaved } from "./fixtures.ts";
import { createServerProcess } from "./server-process.ts";
import { hearErrors } from "./thrown-errors.ts";

const publicFile = (path: string) =>
  readFile(fileURLToPath(new URL(`../src/web/public${path}`, import.meta.url)));

type Picture = { src: string; sizes: string };
type Manifest = { icons: Picture[]; screenshots: Picture[]; shortcuts: { name: string; url: string }[] };

test(
  "the manifest's pictures have the sizes it says, and its shortcuts lead where they say",
  { tag: "@service-worker" },
  async ({ aPerson }) => {
    const { page } = await aPerson();
    const manifest = JSON.parse((await publicFile("/manifest.webmanifest")).toString()) as Manifest;
    for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
      const response = await page.request.get(src);
      expect(response.headers()["content-type"], src).toMatch(/^image\//);
      if (sizes === "any") continue;
      const { width, height } = await sharp(await response.body()).metadata();
      expect(`${width}x${height}`, src).toBe(sizes);
    }
    const addresses = Object.fromEntries(manifest.shortcuts.map(({ name, url }) => [name, url]));
    await page.goto(addresses.Search!);
    await expect(page.locator("#main input[type=search]")).toBeFocused();
    await page.goto(addresses.Today!);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Ann");
    await page.goto(addresses["New Note"]!);
    await page.getByLabel("Text").fill("Milk, bread");
    await page.keyboard.press("Control+Enter");
    await expect(page).toHaveURL(/\/app\/editor\//);
    await expect(page.getByRole("textbox", { name: "Note text" })).toContainText("Milk, bread");
  },
);

/** As the system sends it: a form, posted to where the worker listens. */
async function share(page: Page, fields: Record<string, string>, picture?: Buffer): Promise<void> {
  await page.evaluate(
    ({ values, bytes }) => {
      const form = Object.assign(document.createElement("form"), {
        method: "POST",
        action: "/share",
        enctype: "multipart/form-data",
      });
      for (const [name, value] of Object.entries(values))
        form.append(Object.assign(document.createElement("input"), { name, value }));
      if (bytes) {
        const input = Object.assign(document.createElement("input"), { type: "file", name: "files" });
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(bytes)], "stone.jpg", { type: "image/jpeg" }));
        input.files = data.files;
        form.append(input);
      }
      document.body.append(form);
      form.submit();
    },
    { values: fields, bytes: picture ? [...picture] : null },
  );
}

async function visitWithWorker(page: Page): Promise<void> {
  await page.goto("/app/dashboard");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

test(
  "what another program shares becomes a note when it is saved, and nothing before",
  { tag: "@service-worker" },
  async ({ aPerson }) => {
    const ann = await aPerson();
    const { page } = ann;
    await visitWithWorker(page);
    const words = { title: "A shared page", text: "Worth reading", url: "https://example.org/stones" };
    await share(page, words, await aPicture());
    await expect(page.getByRole("heading", { name: "Shared with Cairn" })).toBeVisible();
    await expect(page.getByLabel("Title (optional)")).toHaveValue("A shared page");
    await expect(page.getByLabel("Text")).toHaveValue("Worth reading\n\nhttps://example.org/stones");
    await expect(page.getByRole("img", { name: "stone.jpg" })).toBeVisible();
    expect((await ann.api<{ notes: unknown[] }>("GET", "/api/notes")).notes).toEqual([]);
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(page).toHaveURL(/\/app\/editor\//);
    const editor = page.getByRole("textbox", { name: "Note text" });
    await expect(editor).toContainText("https://example.org/stones");
    await expect(editor.getByRole("img", { name: "stone" })).toHaveAttribute("src", /^\/files\//);
    expect(await keptShares(page)).toBe(0);
    const path = `/api/notes/${page.url().split("/").at(-1)!}/body?format=json`;
    expect(await ann.api("GET", path)).toHaveProperty("text", expect.stringContaining('"kind":"pasted"'));
    await share(page, { text: "Never mind" });
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(page).toHaveURL("/app/dashboard");
    expect(await keptShares(page)).toBe(0);
    expect((await ann.api<{ notes: unknown[] }>("GET", "/api/notes")).notes).toHaveLength(1);
  },
);

const keptShares = (page: Page) =>
  page.evaluate(async () => (await (await caches.open("incoming-shares")).keys()).length);

test(
  "with the server stopped every page opens anew, and a share and its image are sent when it is back",
  { tag: "@service-worker" },
  async ({ aPerson, server }) => {
    test.setTimeout(120_000);
    const ann = await aPerson();
    const noteId = await aNote(ann, { title: "Field notes", text: "Under the stone." });
    await visitWithWorker(ann.page);
    await ann.page.goto("/app/explorer");
    await openEditor(ann.page, noteId);
    await waitForSaved(ann.page);
    await server.stop();
    await ann.page.close();
    const page = await ann.context.newPage();
    for (const [path, heading] of [
      ["/app/dashboard", /Ann/],
      ["/app/explorer", /All notes|Explorer/],
      ["/app/settings", "Settings"],
      ["/app/capture", "Quick capture"],
      ["/public/about", /./],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name: heading }), path).toBeVisible();
    }
    await page.goto(`/app/editor/${noteId}`);
    await expect(page.getByRole("textbox", { name: "Note text" })).toContainText("Under the stone.");
    await typeAtEnd(page, " OFFLINE-TOKEN");
    await expect(
      page
        .getByRole("main")
        .getByRole("status")
        .filter({ hasText: /^Offline, 1 note waiting/ }),
    ).toBeVisible();

    await share(page, { title: "From the mountain", text: "Seen from above" }, await aPicture());
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(
      page.getByText("The images are kept on this device and upload when you're back online."),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/app\/editor\//);
    const sharedId = new URL(page.url()).pathname.split("/").at(-1)!;
    await server.start();
    await expect.poll(() => textOf(ann, noteId), { timeout: 20_000 }).toContain("OFFLINE-TOKEN");
    // The note is made once the session is confirmed, which may be after the other one's text has come.
    const path = `/api/notes/${sharedId}/body?format=markdown`;
    const body = () => ann.api<{ text: string }>("GET", path).catch(() => null);
    const markdown = async () => (await body())?.text ?? "not there yet";
    await expect.poll(markdown, { timeout: 30_000 }).toMatch(/Seen from above[\s\S]*!\[stone\]\(\/files\//);
    await expect.poll(() => keptShares(page)).toBe(0);
  },
);

test(
  "files that the system opens with Cairn become notes, and addresses open in the same window",
  { tag: "@service-worker" },
  async ({ aPerson }) => {
    const { page } = await aPerson();
    await page.addInitScript(() =>
      Object.defineProperty(window, "launchQueue", {
        value: { setConsumer: (take: unknown) => Object.assign(window, { launch: take }) },
      }),
    );
    await page.goto("/app/dashboard");
    await page.waitForFunction(() => "launch" in window);
    const launch = (given: { path: string; file?: [name: string, text: string] }) =>
      page.evaluate(({ path, file }) => {
        const files = file ? [{ getFile: async () => new File([file[1]], file[0]) }] : [];
        const { launch: take } = window as unknown as { launch: (params: object) => void };
        take({ targetURL: new URL(path, location.href).href, files });
      }, given);
    await launch({ path: "/app/dashboard" });
    await launch({ path: "/app/settings?tab=storage" });
    await expect(page).toHaveURL("/app/settings?tab=storage");
    await launch({ path: "/app/capture", file: ["Plan.md", "# Monday\n\n- [ ] **call** the _mason_"] });
    await expect(page).toHaveURL(/\/app\/editor\//);
    await expect(page.getByRole("heading", { name: "Plan", level: 1 })).toBeAttached();
    const editor = page.getByRole("textbox", { name: "Note text" });
    await expect(editor.getByRole("heading", { name: "Monday" })).toBeVisible();
    await expect(editor.locator("strong")).toHaveText("call");
  },
);

/** No browser offers an install to a test, so the event is given by hand. */
const offer = (page: Page) =>
  page.evaluate(() => {
    const event = new Event("beforeinstallprompt", { cancelable: true });
    Object.assign(event, {
      prompt: async () => {
        Object.assign(window, { isAsked: true });
        return { outcome: "accepted" };
      },
    });
    dispatchEvent(event);
    return event.defaultPrevented;
  });

/** As after two other days with Cairn in this browser. */
const useForDays = (page: Page) => page.addInitScript(() => localStorage.setItem("cairn-days-of-use", "3 0"));

test(
  "an offer to install waits for the third day, and covers nothing then",
  { tag: "@service-worker" },
  async ({ aPerson, onPhone }) => {
    const ann = await aPerson();
    const page = await onPhone(ann);
    const card = page.getByRole("region", { name: "Install Cairn" });
    await page.goto("/app/dashboard");
    for (const day of [1, 2]) {
      await page.waitForFunction(() => document.documentElement.dataset.keys === "ready");
      await offer(page);
      expect(await page.evaluate(() => localStorage.getItem("cairn-days-of-use")!.split(" ")[0])).toBe(
        `${day}`,
      );
      await expect(card).toHaveCount(0);
      await page.evaluate((days) => localStorage.setItem("cairn-days-of-use", `${days} 0`), day);
      await page.reload();
    }
    await page.waitForFunction(() => document.documentElement.dataset.keys === "ready");
    await offer(page);
    await expect(card).toBeVisible();
    const [above, box] = await Promise.all([page.locator("main").boundingBox(), card.boundingBox()]);
    expect(above!.y + above!.height).toBeLessThanOrEqual(box!.y + 1);
    await page.getByRole("link", { name: "Search notes" }).click();
    await expect(page.getByRole("searchbox")).toBeVisible();
    await expect(card).toHaveCount(0);
  },
);

test(
  "an offer to install is shown, put off for thirty days, taken from settings and palette, and ends when installed",
  { tag: "@service-worker" },
  async ({ aPerson }) => {
    const { page } = await aPerson();
    await useForDays(page);
    await page.goto("/app/dashboard");
    const card = page.getByRole("region", { name: "Install Cairn" });
    await page.waitForFunction(() => document.documentElement.dataset.keys === "ready");
    expect(await offer(page)).toBe(true);
    await card.getByRole("button", { name: "Later" }).click();
    await expect(card).toHaveCount(0);
    await page.reload();
    await offer(page);
    await page.goto("/app/settings?tab=storage");
    await offer(page);
    await page.getByRole("button", { name: "Install App" }).click();
    await page.waitForFunction(() => "isAsked" in window);
    await expect(card).toHaveCount(0);
    await offer(page);
    await page.waitForFunction(() => document.documentElement.dataset.keys === "ready");
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox")).toBeFocused();
    await page.keyboard.type("Install app");
    await expect(page.getByRole("option", { name: /^Install App/ })).toBeVisible();
    await page.keyboard.press("Escape");

    const month = 30 * 24 * 3600_000;
    await page.evaluate((ms) => localStorage.setItem("cairn-install-later", String(Date.now() - ms)), month);
    await page.goto("/app/dashboard");
    await page.waitForFunction(() => document.documentElement.dataset.keys === "ready");
    await offer(page);
    await expect(card.getByRole("button", { name: "Install", exact: true })).toBeVisible();
    await page.evaluate(() => dispatchEvent(new Event("appinstalled")));
    await expect(card).toHaveCount(0);
  },
);

test(
  "on an iPhone the way to the home screen is told",
  { tag: "@service-worker" },
  async ({ aPerson, browser, server }) => {
    const ann = await aPerson();
    const context = await browser.newContext({
      baseURL: server.url,
      userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1",
      storageState: await ann.context.storageState(),
    });
    const page = await context.newPage();
    await useForDays(page);
    await page.goto("/app/dashboard");
    const card = page.getByRole("region", { name: "Install Cairn" });
    await expect(card).toContainText("Add to Home Screen");
    await card.getByRole("button", { name: "Later" }).click();
    await page.goto("/app/settings?tab=storage");
    await expect(page.locator("#install-app")).toContainText("Add to Home Screen");
    await expect(card).toHaveCount(0);
    await context.close();
  },
);

test(
  "the icon's badge counts unread notifications and is cleared at sign-out",
  { tag: "@service-worker" },
  async ({ aPerson }) => {
    const { page, api } = await aPerson();
    const badges: (number | null)[] = [];
    await page.exposeFunction("onBadge", (count: number | null) => void badges.push(count));
    await page.addInitScript(() => {
      const tell = (count: number | null) =>
        (window as unknown as { onBadge: (count: number | null) => Promise<void> }).onBadge(count);
      Object.assign(navigator, { setAppBadge: tell, clearAppBadge: () => tell(null) });
    });
    await api("POST", "/api/notifications", { title: "One" });
    await page.goto("/app/dashboard");
    await expect.poll(() => badges.at(-1)).toBe(1);
    await api("POST", "/api/notifications", { title: "Two" });
    await expect.poll(() => badges.at(-1)).toBe(2);
    await api("POST", "/api/notifications/read", {});
    await expect.poll(() => badges.at(-1)).toBe(null);
    await api("POST", "/api/notifications", { title: "Three" });
    await expect.poll(() => badges.at(-1)).toBe(1);
    await page.getByRole("button", { name: "Sign Out", exact: true }).click();
    await expect(page).toHaveURL(/\/auth\/login/);
    await expect.poll(() => badges.at(-1)).toBe(null);
  },
);

test(
  "over plain http by another name writing works, and a notice says what is missing",
  { tag: "@service-worker" },
  async ({ playwright, launchOptions, watch, thrown }) => {
    test.setTimeout(120_000);
    const server = await createServerProcess({ ALLOWED_HOSTS: "cairn.test" });
    await server.start();
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), "--host-resolver-rules=MAP cairn.test 127.0.0.1"],
    });
    hearErrors(browser, (error) => thrown.push(error));
    try {
      const page = await browser.newPage({ baseURL: server.url.replace("localhost", "cairn.test") });
      watch(page);
      await page.goto("/auth/register");
      expect(await page.evaluate(() => isSecureContext)).toBe(false);
      await page.getByLabel("Name").fill("Ann");
      await page.getByLabel("Email").fill("ann@example.com");
      await page.getByLabel("Password", { exact: true }).fill("correct horse");
      await page.getByRole("button", { name: "Create account" }).click();
      await page.waitForURL(/\/(?:app|setup)\//);
      await page.goto("/app/dashboard");
      await page.getByRole("button", { name: "Skip for now" }).click();
      const notice = page.getByRole("region", { name: "Not a secure connection" });
      for (const words of ["starting offline", "notifications", "passkeys", "reverse proxy"])
        await expect(notice).toContainText(words);
      await notice.getByRole("button", { name: "Got it" }).click();
      await page.goto("/app/capture");
      await page.getByLabel("Text").fill("Over plain http");
      await page.getByRole("button", { name: "Save note" }).click();
      await expect(page).toHaveURL(/\/app\/editor\//);
      await expect(page.getByRole("textbox", { name: "Note text" })).toContainText("Over plain http");
      await typeAtEnd(page, ", and more");
      await waitForSaved(page);
      await page.reload();
      await expect(page.getByRole("textbox", { name: "Note text" })).toContainText(
        "Over plain http, and more",
      );
      await expect(notice).toHaveCount(0);
      await page.goto("/app/settings?tab=storage");
      await expect(page.locator("#install-app")).toContainText("loaded over plain http");
    } finally {
      await browser.close();
      await server.dispose();
    }
  },
);

test(
  "workers of other programs are removed, ours stays, and a first install reloads nothing",
  { tag: "@service-worker" },
  async ({ aPerson }) => {
    const { page } = await aPerson();
    await page.goto("/public/about");
    // Any script that runs in a worker stands for the other program's.
    const assets = await readdir(fileURLToPath(new URL("../dist/web/assets", import.meta.url)));
    const script = `/assets/${assets.find((name) => /^accent-worker-.*\.js$/.test(name))}`;
    await page.evaluate(async (path) => {
      type Factory = {
        createPolicy: (name: string, rules: object) => { createScriptURL: (path: string) => string };
      };
      const { trustedTypes } = window as unknown as { trustedTypes: Factory };
      const policy = trustedTypes.createPolicy("cairn", { createScriptURL: (given: string) => given });
      await navigator.serviceWorker.register(policy.createScriptURL(path), { type: "module" });
    }, script);
    await page.goto("/app/dashboard");
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    const scopes = () =>
      page.evaluate(async () =>
        (await navigator.serviceWorker.getRegistrations()).map(({ scope, active }) => [
          new URL(scope).pathname,
          active && new URL(active.scriptURL).pathname,
        ]),
      );
    await expect.poll(scopes).toEqual([["/", "/sw.js"]]);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
  },
);
