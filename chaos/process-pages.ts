import { type Browser, chromium, type Page } from "@playwright/test";
import { createVisitor, type SignedInVisitor } from "#testing/test-app.ts";
import { hearErrors } from "../e2e/thrown-errors.ts";
import { ensureChromium } from "../scripts/chromium.ts";
import { allowed } from "./patience.ts";
import { textOf } from "./process-editors.ts";
import { compareTokens, type Verdict } from "./process-oracle.ts";

const SAVED_WITHIN_MS = 400;

const thrown: string[] = [];

/** What pages threw that nothing caught, since this was asked last: each is a failure, whatever became of the words. */
export const takeThrown = (): string[] => thrown.splice(0);

/** Starts the browser that the end-to-end tests use. */
export async function openBrowser(env: Record<string, string> = {}): Promise<Browser> {
  const browser = await chromium.launch({
    env: { ...(process.env as Record<string, string>), ...env },
    executablePath: await ensureChromium(),
    // The sandbox needs a user that may create namespaces; root may not.
    args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-gpu"],
  });
  hearErrors(browser, (error) => thrown.push(error));
  return browser;
}

/** A signed-in browser of its own, with one page. */
export async function openPage(
  browser: Browser,
  server: { url: string },
  visitor: SignedInVisitor,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url });
  const cookies = visitor.cookie().split("; ");
  await context.addCookies(
    cookies.map((pair) => {
      const at = pair.indexOf("=");
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: server.url };
    }),
  );
  return context.newPage();
}

/** A person at a page of the product: what the page calls "Saved" is promised. */
export class PageEditor {
  private readonly page: Page;
  private readonly visitor: SignedInVisitor;
  private readonly noteId: string;
  private readonly name: string;
  private readonly tokens: string[] = [];
  private readonly typed: string[] = [];
  private isStopped = false;
  private running: Promise<void> | undefined;
  private round = 0;

  private constructor(page: Page, visitor: SignedInVisitor, noteId: string, name: string) {
    this.page = page;
    this.visitor = visitor;
    this.noteId = noteId;
    this.name = name;
  }

  static async open(
    browser: Browser,
    server: { url: string },
    visitor: SignedInVisitor,
    name: string,
  ): Promise<PageEditor> {
    const { id } = await visitor.client.notes.create({ title: name });
    const page = await openPage(browser, server, visitor);
    await page.goto(`/app/editor/${id}`);
    await editorOf(page)
      .and(page.locator("[contenteditable=true]"))
      .waitFor({ timeout: allowed(20_000) });
    return new PageEditor(page, visitor, id, name);
  }

  get acknowledged(): number {
    return this.tokens.length;
  }

  start(): void {
    this.isStopped = false;
    this.running ??= this.work();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
    this.running = undefined;
  }

  private async work(): Promise<void> {
    while (!this.isStopped) {
      // With an end, or a token that is being typed looks like a shorter one.
      const token = `${this.name}p${this.round++}x`;
      await editorOf(this.page).pressSequentially(`${token} `, { delay: 4 });
      this.typed.push(token);
      const isSaved = await this.page
        .getByRole("status")
        .filter({ hasText: /^Saved/ })
        .waitFor({ timeout: SAVED_WITHIN_MS })
        .then(
          () => true,
          () => false,
        );
      if (isSaved) this.tokens.push(...this.typed.slice(this.tokens.length));
    }
  }

  async verify(): Promise<Verdict> {
    const promised = [...this.tokens];
    const text = await textOf(this.visitor, this.noteId);
    return compareTokens(`page ${this.name}`, text, promised, this.typed.slice(promised.length));
  }
}

export const editorOf = (page: Page) => page.getByRole("textbox", { name: "Note text" });

/** Registers a fresh account. */
export async function aVisitor(server: { url: string }, name: string): Promise<SignedInVisitor> {
  const visitor = createVisitor(server.url);
  const [email, password] = [`${name}@example.com`, "correct horse"];
  const { session } = await visitor.client.accounts.register({ name, email, password });
  return { ...visitor, userId: session?.user.id ?? "", email, password };
}
