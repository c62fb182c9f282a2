import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import {
  type Account,
  aNote,
  expect,
  openEditor,
  type Person,
  test,
  textOf,
  typeAtEnd,
  waitForSaved,
} from "./fixtures.ts";
import type { ServerProcess } from "./server-process.ts";

test("the passwords of journeys are hashed cheaply, also by the server that was built", async ({
  request,
  server,
}) => {
  const email = "cheap@example.com";
  const answer = await request.post("/api/accounts/register", {
    headers: { origin: server.url },
    data: { name: "Ann", email, password: "correct horse" },
  });
  expect(answer.ok()).toBe(true);
  const found = await server.query(
    "SELECT a.password FROM auth.accounts a JOIN auth.users u ON u.id = a.user_id WHERE u.email = $1",
    [email],
  );
  expect(found).toEqual([{ password: expect.stringMatching(/^cheap/) }]);
});

const EXPIRED = "Session expired. Please sign in again.";

type Ending = (person: Person, other: Person, server: ServerProcess) => Promise<unknown>;
const endings: [how: string, end: Ending][] = [
  [
    "is ended from another device",
    (_, other) => other.api("POST", "/api/accounts/logout", { everywhere: true }),
  ],
  [
    "runs out",
    ({ userId }, _, server) =>
      server.query("UPDATE auth.sessions SET expires_at = now() - interval '1 minute' WHERE user_id = $1", [
        userId,
      ]),
  ],
];
for (const [how, end] of endings) {
  test(`a session that ${how} in mid-edit keeps the text, which is sent after signing in again`, async ({
    aPerson,
    anotherBrowser,
    server,
  }) => {
    const ann = await aPerson();
    const { page } = ann;
    const noteId = await aNote(ann, { text: "Begun." });
    const editor = await openEditor(page, noteId);
    await typeAtEnd(page, " EARLY-TOKEN");
    await waitForSaved(page);
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await end(ann, await anotherBrowser(ann), server);
    await expect(page.getByText(EXPIRED)).toBeVisible({ timeout: 20_000 });
    // The socket is closed some seconds after its session.
    await expect(
      page
        .getByRole("main")
        .getByRole("status")
        .filter({ hasText: /^Offline/ }),
    ).toBeVisible();
    // No dialog has opened under the typing hand.
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await typeAtEnd(page, " LATE-TOKEN");
    await expect(
      page
        .getByRole("main")
        .getByRole("status")
        .filter({ hasText: /^Offline, 1 note waiting/ }),
    ).toBeVisible();
    await page.getByRole("button", { name: "Sign in" }).click();
    const dialog = page.getByRole("dialog", { name: "Sign in again" });
    await expect(dialog.getByLabel("Email")).toHaveValue(ann.email);
    await dialog.getByLabel("Password", { exact: true }).fill(ann.password);
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText(EXPIRED)).toHaveCount(0);
    await waitForSaved(page);
    await expect(editor).toContainText("LATE-TOKEN");
    await expect.poll(() => textOf(ann, noteId)).toContain("LATE-TOKEN");
    expect(await page.evaluate(() => (window as { isSamePage?: boolean }).isSamePage)).toBe(true);
  });
}

test("protected pages ask for a sign-in and return to where one wanted to go; wrong words are told", async ({
  aPerson,
  browser,
  server,
  watch,
}) => {
  const ann = await aPerson();
  const page = await browser.newPage({ baseURL: server.url });
  watch(page);
  for (const path of [
    "/app/dashboard",
    "/app/editor",
    "/app/notes",
    "/dashboard",
    "/app/explorer?view=favorites",
  ]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/auth\/login/);
  }
  await fillLogin(page, { email: ann.email, password: "wrong horse" });
  await expect(
    page.getByText("Invalid email or password. Please check your credentials.").first(),
  ).toBeVisible();
  await fillLogin(page, ann);
  await expect(page.getByText("Welcome back!")).toBeVisible();
  await expect(page).toHaveURL(/\/app\/explorer\?view=favorites$/);
  await expect(page.getByRole("heading", { name: "Favorites", level: 1 })).toBeVisible();

  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page.getByText("Logged out successfully")).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/login/);
  await page.goBack();
  await expect(page).toHaveURL(/\/auth\/login/);

  await page.goto("/register");
  await fillRegistration(page, { name: "Ann", email: ann.email, password: "correct horse" });
  const taken = "An account with this email already exists. Please try logging in instead.";
  await expect(page.getByText(taken).first()).toBeVisible();
  await fillRegistration(page, { name: "Ann", email: `new-${ann.email}`, password: "short" });
  const tooShort = page.getByText("Password must be at least 6 characters long.");
  await expect(tooShort.first()).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("aria-invalid", "true");
  await page.close();
});

test("a forgotten password is replaced by way of the mail, once, and ends every session", async ({
  aPerson,
  browser,
  server,
}) => {
  const ann = await aPerson();
  await ann.page.goto("/app/dashboard");
  const page = await browser.newPage({ baseURL: server.url });
  await page.goto("/auth/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  // The page before it has a field of the same name.
  await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
  await page.getByLabel("Email").fill(ann.email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  const link = await linkMailedTo(server, ann.email);
  await page.goto(link);
  await page.getByLabel("New password").fill("tiny");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password must be at least 6 characters long.").first()).toBeVisible();
  await page.getByLabel("New password").fill("a better horse");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password was changed. Sign in with the new one.")).toBeVisible();
  await expect(ann.page.getByText(EXPIRED)).toBeVisible({ timeout: 20_000 });

  await fillLogin(page, ann);
  await expect(
    page.getByText("Invalid email or password. Please check your credentials.").first(),
  ).toBeVisible();
  await fillLogin(page, { email: ann.email, password: "a better horse" });
  await expect(page).toHaveURL(/\/app\/dashboard/);
  const again = await browser.newPage({ baseURL: server.url });
  await again.goto(link);
  await again.getByLabel("New password").fill("another horse");
  await again.getByRole("button", { name: "Change password" }).click();
  await expect(again.getByRole("button", { name: "Change password" })).toBeEnabled();
  await expect(again.getByLabel("New password")).toHaveAttribute("aria-invalid", "true");
  await page.close();
  await again.close();
});

test(
  "on a shared device nothing of the last person is left in any store for the next",
  { tag: "@service-worker" },
  async ({ aPerson }) => {
    const ann = await aPerson("NAME-SECRET");
    const bob = await aPerson("Bob");
    const { page } = ann;
    const noteId = await aNote(ann, { title: "TITLE-SECRET", text: "The TEXT-SECRET is under the stone." });
    await ann.api("PATCH", `/api/notes/${noteId}`, { tags: ["TAG-SECRET"] });
    await page.goto("/app/dashboard");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.goto("/app/explorer?q=under");
    await expect(page.getByRole("link", { name: "TITLE-SECRET" })).toBeVisible();
    await openEditor(page, noteId);
    await expect(page.getByRole("textbox", { name: "Note text" })).toContainText("TEXT-SECRET");
    // Held by the worker until somebody takes it.
    await page.evaluate(async () => {
      const form = new FormData();
      form.set("title", "SHARE-SECRET");
      form.set("files", new File(["IMAGE-SECRET"], "FILE-SECRET.png", { type: "image/png" }));
      await fetch("/share", { method: "POST", body: form, redirect: "manual" });
    });
    // The search must find what is there, or finding nothing later would prove nothing. Once in capitals: the e-mail is not.
    const all = ["FILE", "IMAGE", "NAME", "SHARE", "TAG", "TEXT", "TITLE"].map((word) => `${word}-SECRET`);
    await expect.poll(() => secretsKept(page)).toEqual([...all, "name-secret"]);
    expect(await everythingKept(page)).toContain(ann.userId);

    await page.getByRole("button", { name: "Sign Out", exact: true }).click();
    await expect(page).toHaveURL(/\/auth\/login/);
    expect(await secretsKept(page)).toEqual([]);
    expect(await everythingKept(page)).not.toContain(ann.userId);
    await fillLogin(page, bob);
    await expect(page).toHaveURL(/\/app\/dashboard/);
    await expect(page.getByText("Write your first note")).toBeVisible();
    await page.goto(`/app/editor/${noteId}`);
    await expect(page.getByRole("heading", { name: "Note not found" })).toBeVisible();
    await expect(page.getByText(/SECRET/)).toHaveCount(0);
    expect(await secretsKept(page)).toEqual([]);
    expect(await everythingKept(page)).not.toContain(ann.userId);
  },
);

test(
  "a sign-out with text that only this device has asks first, and ends once everything is sent",
  { tag: "@service-worker" },
  async ({ aPerson, anotherBrowser, server }) => {
    test.setTimeout(120_000);
    const ann = await aPerson();
    const { page } = ann;
    const noteId = await aNote(ann, { text: "Sent." });
    await openEditor(page, noteId);
    await waitForSaved(page);
    // What makes a copy without the server is fetched while it is there.
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await server.stop();
    await typeAtEnd(page, " UNSENT-TOKEN");
    await expect(
      page
        .getByRole("main")
        .getByRole("status")
        .filter({ hasText: /^Offline, 1 note waiting/ }),
    ).toBeVisible();
    await page.getByRole("button", { name: "Sign Out", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Some of your work is only on this device" });
    // What was opened last may wait beside it.
    await expect(dialog).toContainText(/Not synced yet: text in 1 note( and \d other changes?)?\./);
    const [copy] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "Save a copy" }).click(),
    ]);
    expect(await readFile(await copy.path(), "utf8")).toContain("UNSENT-TOKEN");
    await dialog.getByRole("button", { name: /^Stay/ }).click();
    await expect(page.getByRole("textbox", { name: "Note text" })).toContainText("UNSENT-TOKEN");
    await page.getByRole("button", { name: "Sign Out", exact: true }).click();
    await expect(dialog).toBeVisible();
    await server.start();
    await expect(page).toHaveURL(/\/auth\/login/, { timeout: 20_000 });
    expect(await textOf(await anotherBrowser(ann), noteId)).toContain("UNSENT-TOKEN");
  },
);

test(
  "signing out without the server says so when the code that would ask is not there yet",
  { tag: "@service-worker" },
  async ({ aPerson, server }) => {
    const ann = await aPerson();
    const { page } = ann;
    const noteId = await aNote(ann, { text: "Sent." });
    const said: string[] = [];
    page.on("dialog", (dialog) => {
      said.push(dialog.message());
      void dialog.accept();
    });
    // As on a first visit that loses the server before all has been fetched.
    await page.route(/\/assets\/chrome-/, (route) => route.abort());
    await openEditor(page, noteId);
    await server.stop();
    await typeAtEnd(page, " Unsent.");
    await page.getByRole("button", { name: "Sign Out", exact: true }).click();
    await expect.poll(() => said.join()).toMatch(/^Logout failed/);
    await expect(page.getByRole("textbox", { name: "Note text" })).toContainText("Unsent.");
    await server.start();
  },
);

test("beside Sign Out, which ends every session, stands one for this device alone, also on a phone", async ({
  aPerson,
  anotherBrowser,
  onPhone,
}) => {
  test.setTimeout(90_000);
  const ann = await aPerson();
  const [stays, carried] = [await anotherBrowser(ann), await anotherBrowser(ann)];
  const isOpen = async () => (await stays.context.request.get("/api/notes")).status();
  const here = { name: "Sign Out on This Device Only" };
  await stays.page.goto("/app/dashboard");
  await ann.page.goto("/app/dashboard");
  await ann.page.getByRole("button", here).click();
  await expect(ann.page.getByText("Logged out successfully")).toBeVisible();
  await expect(ann.page).toHaveURL(/\/auth\/login/);

  const phone = await onPhone(carried);
  await phone.goto("/mobile/dashboard");
  await phone.getByRole("button", { name: "More", exact: true }).tap();
  await phone.getByRole("button", here).tap();
  await expect(phone).toHaveURL(/\/auth\/login/);
  expect(await isOpen()).toBe(200);

  const last = await anotherBrowser(ann);
  await last.page.goto("/app/dashboard");
  await last.page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(last.page).toHaveURL(/\/auth\/login/);
  expect(await isOpen()).toBe(401);
});

async function fillLogin(
  page: Page,
  { email, password }: Pick<Account, "email" | "password">,
): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function fillRegistration(
  page: Page,
  { name, email, password }: Pick<Account, "name" | "email" | "password">,
): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
}

/** The link in the newest mail to this address; without a mail server mails are files in the outbox. */
async function linkMailedTo(server: ServerProcess, email: string): Promise<string> {
  const outbox = join(server.dataDir, "outbox");
  let link = "";
  await expect
    .poll(async () => {
      const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith(".eml")).sort();
      const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), "utf8")));
      const mail = mails.findLast((text) => text.includes(`To: ${email}`)) ?? "";
      // Quoted-printable: lines broken by "=" and "=" itself written as =3D.
      const plain = mail.replace(/=\r?\n/g, "").replaceAll("=3D", "=");
      return (link = /https?:\/\/\S+/.exec(plain)?.[0] ?? "");
    })
    .toContain("/auth/reset-password");
  return link;
}

/** Every word with "-SECRET" in anything this browser keeps for the site, in the order of the alphabet. */
async function secretsKept(page: Page): Promise<string[]> {
  return [...new Set((await everythingKept(page)).match(/[A-Z]+-SECRET/gi))].sort();
}

/** Databases with their names, both storages, caches with their addresses, cookies that a script sees. */
function everythingKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error));
      });
    const asText = (value: unknown) =>
      JSON.stringify(value, (_, part: unknown) =>
        part instanceof Uint8Array || part instanceof ArrayBuffer ? new TextDecoder().decode(part) : part,
      ) ?? "";
    const kept = [
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
      document.cookie,
    ];
    for (const { name, version } of await indexedDB.databases()) {
      kept.push(name!);
      const database = await done(indexedDB.open(name!, version));
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store);
        kept.push(asText(await done(objects.getAllKeys())), asText(await done(objects.getAll())));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        kept.push(request.url, (await (await cache.match(request))?.text()) ?? "");
    }
    return kept.join("\n");
  });
}
