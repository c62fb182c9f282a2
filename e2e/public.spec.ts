import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Page } from "@playwright/test";
import { SMTPServer } from "smtp-server";
import { LINKS } from "#web/site/links.ts";
import { expect, test } from "./fixtures.ts";
import { createServerProcess } from "./server-process.ts";

const pages = Object.entries(LINKS);

/** What every public page has to be, with a script or without. */
async function expectWhole(page: Page, name: string, origin: string): Promise<void> {
  await expect(page.locator("h1"), name).toHaveCount(1);
  await expect(page.locator("h1")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "All pages" }).getByRole("link")).toHaveCount(8);
  const head = (selector: string, attribute: string) => page.locator(selector).getAttribute(attribute);
  expect(await head('link[rel="canonical"]', "href")).toBe(origin + LINKS[name as keyof typeof LINKS].path);
  expect((await head('meta[name="description"]', "content"))!.length).toBeGreaterThan(30);
  const picture = (await head('meta[property="og:image"]', "content"))!;
  expect(picture).toMatch(new RegExp(`^${origin}/assets/og-${name}-[\\w-]+\\.png$`));
  const answer = await page.request.get(picture);
  expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "image/png"]);
}

test("each public page is whole in a browser, and names itself differently", async ({
  page,
  server,
  watch,
}) => {
  watch(page);
  const titles = new Set<string>();
  for (const [name, { path }] of pages) {
    await page.goto(path);
    await expectWhole(page, name, server.url);
    titles.add(await page.title());
  }
  expect(titles.size).toBe(pages.length);
  await page.goto("/");
  await page.getByRole("link", { name: "Features" }).first().click();
  await expect(page).toHaveURL(/\/public\/features$/);
  await page.getByRole("button", { name: "Use the light theme" }).click();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
});

test("without JavaScript each public page says the same", async ({ browser, server }) => {
  const context = await browser.newContext({
    baseURL: server.url,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  for (const [name, { path }] of pages) {
    await page.goto(path);
    await expectWhole(page, name, server.url);
  }
  await page.getByLabel("Menu").click();
  await page.getByRole("navigation", { name: "Main, narrow" }).getByRole("link", { name: "Contact" }).click();
  await expect(page.getByText("Sending needs JavaScript")).toBeVisible();
  await context.close();
});

test("only the picture of the theme in use is fetched, and it does not move the page", async ({ page }) => {
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  await page.goto("/");
  const shot = page.getByRole("img", { name: /editor: a list of notes/ }).filter({ visible: true });
  await expect(shot).toHaveCount(1);
  await expect
    .poll(() => shot.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100);
  expect(fetched.filter((url) => url.includes("editor-dark"))).toHaveLength(1);
  expect(fetched.filter((url) => url.includes("-light-"))).toEqual([]);
});

test("short forms and in-app links lead to the public pages in place of themselves", async ({ page }) => {
  await page.goto("/about");
  await page.goto("/pricing?from=mail");
  await expect(page).toHaveURL(/\/public\/pricing\?from=mail$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/public\/about$/);
  await page.goto("/auth/login");
  await page.getByRole("link", { name: "Cairn, home" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("A quiet place to write");
  await page.goBack();
  await expect(page).toHaveURL(/\/auth\/login$/);
  const answer = await page.goto("/nowhere");
  expect(answer?.status()).toBe(404);
  await page.getByRole("link", { name: "Go Home" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("A quiet place to write");
});

test(
  "who is signed in is offered the app, and the pages open without the server",
  { tag: "@service-worker" },
  async ({ aPerson, server }) => {
    test.setTimeout(120_000);
    const { page } = await aPerson();
    await page.goto("/");
    await expect(page.getByRole("link", { name: "Register" }).first()).toBeVisible();
    await page.goto("/app/dashboard");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.goto("/");
    await expect(page.getByRole("link", { name: "Open Cairn" }).first()).toBeVisible();
    await expect(page.getByRole("link", { name: "Register" })).toBeHidden();
    await server.stop();
    try {
      for (const [, { path }] of pages) {
        await page.goto(path);
        await expect(page.locator("h1")).toBeVisible();
        await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", new RegExp(`${path}$`));
      }
      await page.goto("/terms");
      await expect(page).toHaveURL(/\/public\/terms$/);
      await page.goto("/public/nothing");
      await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
      await page.goto("/public/contact");
      await page.getByLabel("Name").fill("Vera");
      await page.getByLabel("Email").fill("vera@example.net");
      await page.getByLabel("Message").fill("Is anybody there?");
      await page.getByRole("button", { name: "Send message" }).click();
      await expect(page.getByRole("alert")).toContainText("Can't reach the server");
      await expect(page.getByLabel("Message")).toHaveValue("Is anybody there?");
      await page.goto("/public/referral");
      await expect(page.getByRole("alert")).toContainText("Can't reach the server");
      await page.goto("/app/dashboard");
      await expect(page.getByRole("button", { name: /new note/i }).first()).toBeVisible();
    } finally {
      await server.start();
    }
  },
);

test("a message of the contact form arrives at the operator's mail server", async ({ browser, watch }) => {
  test.setTimeout(120_000);
  const mails: string[] = [];
  let isRefusing = true;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, done) => done(isRefusing ? new Error("mailbox full") : null),
    onData: (stream, _session, done) => void text(stream).then((mail) => (mails.push(mail), done())),
  });
  const listening = smtp.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const server = await createServerProcess({
    SMTP_URL: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    OPERATOR_EMAILS: "ada@example.org",
  });
  try {
    await server.start();
    const context = await browser.newContext({ baseURL: server.url });
    const page = await context.newPage();
    watch(page);
    await page.goto("/public/contact");
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByLabel("Name")).toBeFocused();
    await page.getByLabel("Name").fill("Vera Lund");
    await page.getByLabel("Email").fill("vera@example.net");
    await page.getByLabel("Message").fill("Do you take guests?");
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByRole("alert")).toContainText("couldn't be delivered");
    await expect(page.getByLabel("Message")).toHaveValue("Do you take guests?");
    isRefusing = false;
    await page.getByRole("button", { name: "Send message" }).click();
    await expect(page.getByRole("heading", { name: "Your message was sent." })).toBeVisible();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatch(/^Reply-To: Vera Lund <vera@example.net>\r$/m);
    expect(mails[0]).toMatch(/^To: ada@example.org\r$/m);
    expect(mails[0]).toContain("Do you take guests?");
    await context.close();
  } finally {
    await server.dispose();
    await new Promise<void>((done) => smtp.close(() => done()));
  }
});

test("a link invites, its newcomer is counted once, and nobody invites themselves", async ({
  aPerson,
  browser,
  server,
  watch,
}) => {
  const ann = await aPerson("Ann");
  await ann.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await ann.page.goto("/public/referral");
  await expect(ann.page.getByText("0 people registered through your link")).toBeVisible();
  await ann.page.getByRole("button", { name: "Copy Link" }).click();
  await expect(ann.page.getByText("Copied")).toBeVisible();
  const link = await ann.page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(new RegExp(`^${server.url}/auth/register\\?ref=`));

  const register = async (name: string, email: string) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    watch(page);
    await page.goto(link);
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("correct horse");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page).toHaveURL(/\/(?:app|setup)\//);
    await context.close();
  };
  await register("Ben", `ben-${Date.now()}@example.com`);
  await ann.page.reload();
  await expect(ann.page.getByText("1 person registered through your link")).toBeVisible();
  await register("Ann again", ann.email.replace("@", "+again@"));
  await ann.page.reload();
  await expect(ann.page.getByText("1 person registered through your link")).toBeVisible();

  const stranger = await browser.newContext({ baseURL: server.url });
  const page = await stranger.newPage();
  await page.goto("/referral");
  await expect(page).toHaveURL(/\/public\/referral$/);
  await expect(page.getByText("Sign in to see your link")).toBeVisible();
  await stranger.close();
});
