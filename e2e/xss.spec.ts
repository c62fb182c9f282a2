import type { BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { randomFrom } from "#testing/random.ts";
import { seed } from "#testing/run-seed.ts";
import { FOREIGN, type Payload, xssPayloads } from "#testing/xss-payloads.ts";
import { expect, type Person, test } from "./fixtures.ts";

/**
 * Hostile text through every door by which text comes in, looked at on every screen that shows it, with and without the content
 * security policy: what keeps scripts out has to be what the pages are made of.
 */
const isDeep = process.env["CAIRN_DEEP"] === "1";
console.info(`hostile texts: CAIRN_SEED=${seed}`);

const AT_ONCE = isDeep ? 100 : 15;
const payloads = xssPayloads(seed).slice(0, isDeep ? 1_000 : AT_ONCE);
const batches = Array.from({ length: Math.ceil(payloads.length / AT_ONCE) }, (_, index) =>
  payloads.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
);

/** Everything that must not happen, as it happens. */
async function guarded(
  aContext: (options: BrowserContextOptions) => Promise<BrowserContext>,
  ann: Person,
  url: string,
  bypassCSP: boolean,
) {
  const faults: string[] = [];
  const context = await aContext({
    bypassCSP,
    viewport: { width: 1280, height: 4000 },
    storageState: await ann.context.storageState(),
  });
  await context.exposeBinding("wasHit", (_source, number) => void faults.push(`payload ${number} ran`));
  context.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (/^https?:$/.test(protocol) && host !== new URL(url).host) faults.push(`asked for ${request.url()}`);
  });
  context.on("dialog", (dialog) => {
    // The product's own question about unfinished work is none of theirs.
    if (dialog.type() === "beforeunload") return void dialog.accept();
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { context, faults };
}

/** What would run at a press or a touch: handlers as attributes, addresses that are scripts, frames and forms of others. */
const findTraps = (page: Page) =>
  page.evaluate(() => {
    const traps: string[] = [];
    for (const element of document.querySelectorAll("*")) {
      for (const { name } of element.attributes)
        if (name.startsWith("on")) traps.push(`${element.tagName} has ${name}`);
      const { protocol } = element as HTMLAnchorElement;
      if (/^(?:javascript|data|vbscript|blob):$/.test(protocol ?? ""))
        traps.push(`${element.tagName} leads to ${protocol}`);
      if (element.matches("object, embed, base, meta[http-equiv=refresh], form[action], [formaction]"))
        traps.push(`there is ${element.outerHTML.slice(0, 100)}`);
      if (element.matches("iframe:not([sandbox])")) traps.push("there is a frame that may do anything");
    }
    return traps;
  });

async function look(page: Page, where: string, faults: string[]): Promise<void> {
  const traps = await findTraps(page);
  expect([...faults, ...traps], where).toEqual([]);
}

async function aNoteOf(
  ann: Person,
  note: { title?: string; tags?: string[]; text?: string },
): Promise<string> {
  const { text, ...rest } = note;
  const made = await ann.api<{ id: string }>("POST", "/api/notes", {
    ...rest,
    ...(text === undefined ? {} : { body: { format: "markdown", text } }),
  });
  return made.id;
}

async function openNote(page: Page, noteId: string): Promise<void> {
  await page.goto(`/app/editor/${noteId}`);
  await expect(page.getByRole("textbox", { name: "Note text" })).toHaveAttribute("contenteditable", "true");
}

/** Ends whatever a payload leaves open, so that the next one is not swallowed by it. */
const ENDS =
  "</textarea></title></style></script></iframe></noscript></noembed></template></select></svg></math></xmp>-->\n\n```\n```";

const all = (batch: Payload[]) => batch.map(({ text }) => text).join(`\n\n${ENDS}\n\n`);

/** Titles, tags, categories, folders and comments, in lists, search, notes and the palette. */
async function throughNames(ann: Person, context: BrowserContext, batch: Payload[], faults: string[]) {
  const page = await context.newPage();
  let last = "";
  for (const { number, text } of batch) {
    const noteId = await aNoteOf(ann, { title: `zz ${text}`.slice(0, 300), tags: [text.slice(0, 100)] });
    last = noteId;
    if (number % 4 === 0) await ann.api("POST", "/api/folders", { name: text.slice(0, 200) });
  }
  for (const { number, text } of batch.slice(0, 10)) {
    const id = (kind: number) =>
      last.replace(/^.{8}/, (kind * 100_000 + number).toString(16).padStart(8, "0"));
    await ann.api("POST", `/api/notes/${last}/comments`, {
      threadId: id(1),
      commentId: id(2),
      quote: text.slice(0, 300),
      text,
    });
  }
  for (const address of [
    "/app/explorer",
    "/app/explorer?layout=grid",
    "/app/explorer?layout=table",
    "/app/explorer?q=zz",
    "/app/activity",
    "/app/dashboard",
  ]) {
    await page.goto(address);
    await expect(page.locator("#main").getByText("zz ").first()).toBeVisible();
    await look(page, address, faults);
  }
  await openNote(page, last);
  await page.locator("html[data-keys=ready]").waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("zz");
  await expect(page.getByRole("option").first()).toBeVisible();
  await look(page, "palette", faults);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "View" }).click();
  await page.getByRole("menuitem", { name: "Comments" }).click();
  await expect(page.getByRole("tabpanel", { name: "Comments" }).getByRole("listitem").first()).toBeVisible();
  await look(page, "comments", faults);
  await page.close();
}

/** The text of a note: as Markdown through the API, pasted as HTML and as text; in the editor, its history and its public page. */
async function throughText(ann: Person, context: BrowserContext, batch: Payload[], faults: string[]) {
  const page = await context.newPage();
  const noteId = await aNoteOf(ann, { title: "Hostile", text: all(batch) });
  await openNote(page, noteId);
  await look(page, "editor", faults);
  await page.getByRole("textbox", { name: "Note text" }).evaluate((editor, html) => {
    for (const [type, data] of [
      ["text/html", html],
      ["text/plain", html],
    ] as const) {
      const clipboardData = new DataTransfer();
      clipboardData.setData(type, data);
      editor.focus();
      editor.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }
  }, all(batch));
  await expect(page.getByRole("status").filter({ hasText: /^Saved/ })).toBeVisible();
  await look(page, "pasted", faults);
  const { slug } = await ann.api<{ slug: string }>("PUT", `/api/notes/${noteId}/publication`, {});
  await page.goto(`/p/${slug}`);
  await expect(page.getByRole("heading", { name: "Hostile", level: 1 })).toBeVisible();
  await look(page, "public page", faults);
  await page.close();
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

// eslint-disable-next-line no-control-regex -- what XML cannot hold
const inXml = (text: string) => text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "");

/** Files of other programs. */
function filesOf(batch: Payload[]) {
  const file = (name: string, mimeType: string, text: string) => ({
    name,
    mimeType,
    buffer: Buffer.from(text),
  });
  const html = batch.map(({ text }) => `<div>${text}</div>${ENDS}`).join("\n");
  const enex = batch
    .slice(0, 5)
    .map(
      ({ text }) =>
        `<note><title>${escaped(inXml(text))}</title><content><![CDATA[<en-note>${inXml(text).replaceAll("]]>", "")}</en-note>]]></content><tag>${escaped(inXml(text))}</tag></note>`,
    )
    .join("");
  const outlines = batch
    .map(({ text }) => `<outline text="${escaped(inXml(text)).replaceAll("\n", " ")}"/>`)
    .join("");
  return [
    file("page.html", "text/html", `<!doctype html><title>${batch[0]!.text}</title><body>${html}</body>`),
    file("page.md", "text/markdown", `---\ntags: [${JSON.stringify(batch[1]!.text)}]\n---\n\n${all(batch)}`),
    file(
      "notes.enex",
      "application/xml",
      `<?xml version="1.0" encoding="UTF-8"?><en-export>${enex}</en-export>`,
    ),
    file(
      "outline.opml",
      "text/xml",
      `<?xml version="1.0"?><opml version="2.0"><head><title>Outline</title></head><body>${outlines}</body></opml>`,
    ),
    file("table.csv", "text/csv", batch.map(({ text }) => `"${text.replaceAll('"', '""')}",1`).join("\n")),
  ];
}

async function throughFiles(ann: Person, context: BrowserContext, batch: Payload[], faults: string[]) {
  const page = await context.newPage();
  const listed = async () =>
    (await ann.api<{ notes: { id: string }[] }>("GET", "/api/notes?limit=50")).notes.map(({ id }) => id);
  const before = await listed();
  await page.goto("/app/settings?tab=data");
  await page.getByRole("button", { name: "Import..." }).click();
  const dialog = page.getByRole("dialog", { name: "Import" });
  await dialog.getByLabel("Files to import").setInputFiles(filesOf(batch));
  const start = dialog.getByRole("button", { name: /^Import \d+ notes?$/ });
  await expect(start).toBeVisible({ timeout: 60_000 });
  await look(page, "plan of an import", faults);
  await start.click();
  await expect(dialog.getByText(/ imported\./)).toBeVisible({ timeout: 60_000 });
  await look(page, "report of an import", faults);
  for (const noteId of (await listed()).filter((id) => !before.includes(id)).slice(0, 10)) {
    await openNote(page, noteId);
    await look(page, `imported note ${noteId}`, faults);
  }
  await page.close();
}

const doors = [
  ["names", throughNames],
  ["the text of a note", throughText],
  ["imported files", throughFiles],
] as const;

/** Each door with the policy and without it; the sample goes through each in one of the two ways, which its name does not say. */
const WAYS = isDeep ? (["with", "without"] as const) : (["with or without"] as const);

for (const [index, batch] of batches.entries())
  for (const [door, [name, go]] of doors.entries())
    for (const way of WAYS)
      test(`hostile text in ${name} runs nothing and asks nobody, ${way} the policy (${index + 1})`, async ({
        aPerson,
        aContext,
        server,
      }) => {
        test.setTimeout(240_000);
        const bypassCSP = way === "without" || (way !== "with" && randomFrom(seed + door)() < 0.5);
        const ann = await aPerson();
        const { context, faults } = await guarded(aContext, ann, server.url, bypassCSP);
        await go(ann, context, batch, faults);
        await context.close();
        expect(faults).toEqual([]);
      });

test("a diagram that is drawn asks nobody, also without the policy", async ({
  aPerson,
  aContext,
  server,
}) => {
  const ann = await aPerson();
  const { context, faults } = await guarded(aContext, ann, server.url, true);
  const page = await context.newPage();
  const at = (path: string) => `https://${FOREIGN}/${path}`;
  const diagram = [
    `%%{init: {"themeCSS": "svg { background: url(${at("theme")}) } @import '${at("import")}';"}}%%`,
    "graph TD",
    `A["one <img src='${at("label")}'>"] --> B["two<br/><b>bold</b> <i style='background:url(${at("style")})'>x</i>"]`,
    `B --> C["<image href=${at("image")} "]`,
    `click A "${at("click")}"`,
  ].join("\n");
  const noteId = await aNoteOf(ann, { title: "Drawn", text: `\`\`\`mermaid\n${diagram}\n\`\`\`` });
  await openNote(page, noteId);
  const drawing = page.frameLocator("iframe").locator("svg").first();
  await expect(drawing).toBeVisible();
  await expect(drawing).toContainText("bold");
  await look(page, "diagram", faults);
  await context.close();
});
