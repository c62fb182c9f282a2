import type { Page } from "@playwright/test";
import { aNote, expect, openEditor, type Person, test, waitForSaved } from "./fixtures.ts";
import { paste } from "./paste.ts";

const text = (page: Page) => page.getByRole("textbox", { name: "Note text" });

const markdownOf = async (person: Person, noteId: string) =>
  (await person.api<{ text: string }>("GET", `/api/notes/${noteId}/body`)).text;

test("callouts, toggles, formulas, marks and code are typed as Markdown, and are there after a reload", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { text: "" });
  await openEditor(page, noteId);
  await text(page).click();
  const { keyboard } = page;
  await keyboard.type("[!warning] Take care");
  for (let press = 0; press < 2; press++) await keyboard.press("Enter");
  await keyboard.type(">> A summary");
  await keyboard.press("Enter");
  await keyboard.type("Folded away");
  for (let press = 0; press < 2; press++) await keyboard.press("Enter");
  await keyboard.type("With $x^2$ and ==marks==");
  await keyboard.press("Enter");
  await keyboard.type("```js");
  await keyboard.press("Enter");
  await keyboard.type("const a = 1;");
  for (let press = 0; press < 3; press++) await keyboard.press("Enter");
  await keyboard.type("$$ ");
  await page.getByRole("textbox", { name: "Formula in LaTeX" }).fill("\\frac{a}{b}");
  await keyboard.press("Escape");
  await keyboard.type("The end");
  await waitForSaved(page);
  await expect
    .poll(() => markdownOf(ann, noteId))
    .toBe(
      "> [!WARNING]\n> Take care\n\n<details>\n<summary>A summary</summary>\n\nFolded away\n\n</details>\n\n" +
        "With $x^2$ and ==marks==\n\n```js\nconst a = 1;\n```\n\n$$\n\\frac{a}{b}\n$$\n\nThe end\n",
    );

  await page.getByRole("button", { name: "Expand or collapse" }).click();
  await expect(page.getByText("Folded away")).toBeHidden();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Callout title" })).toHaveAttribute(
    "placeholder",
    "Warning",
  );
  await expect(text(page).getByText("Folded away")).toBeHidden();
  await page.getByRole("button", { name: "Expand or collapse" }).click();
  await expect(text(page).getByText("Folded away")).toBeVisible();
  await expect(text(page).locator(".katex")).toHaveCount(2);
  await expect(page.getByRole("combobox", { name: "Code language" })).toHaveValue("javascript");
});

test("notes are linked by title and shown in each other; both follow the note, and it says what leads to it", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const target = await ann.api<{ id: string }>("POST", "/api/notes", {
    title: "Glacier walk",
    body: { format: "markdown", text: "Ice and **snow**." },
  });
  const noteId = await aNote(ann, { title: "Diary", text: "" });
  await openEditor(page, noteId);
  await text(page).click();
  await page.keyboard.type("See [[Glac");
  const options = page.getByRole("listbox", { name: "Notes" });
  await expect(options.getByRole("option", { name: "Glacier walk" })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.type("again.");
  await page.keyboard.press("Enter");
  await page.keyboard.type("![[Glac");
  await expect(options.getByRole("option", { name: "Glacier walk" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.locator(".note-embed strong")).toHaveText("snow");
  await page.keyboard.type("[[Packing list");
  await expect(options.getByRole("option", { name: /Create note/ })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByText("New note created")).toBeVisible();
  await waitForSaved(page);
  expect(await markdownOf(ann, noteId)).toContain(
    "See [[Glacier walk]] again.\n\n![[Glacier walk]]\n\n[[Packing list]]",
  );

  await ann.api("PATCH", `/api/notes/${target.id}`, { title: "Ice walk" });
  await expect(text(page).getByRole("link", { name: "Ice walk" }).first()).toBeVisible();
  await text(page).getByRole("link", { name: "Ice walk" }).first().click();
  await expect(page).toHaveURL(`/app/editor/${target.id}`);
  await expect(page.getByText("Ice and")).toBeVisible();
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, 2_000);
  await page.getByRole("button", { name: /^1 backlink/ }).click({ timeout: 15_000 });
  const backlinks = page.getByRole("region", { name: "Backlinks" });
  await expect(backlinks.getByRole("link", { name: /Diary/ })).toBeVisible({ timeout: 15_000 });
});

test("hostile blocks are pasted as what they say: nothing runs, nothing is fetched, no address of another kind stays", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { text: "" });
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).hostname === "evil.example") foreign.push(request.url());
  });
  await page.addInitScript(() =>
    Object.assign(globalThis, { alert: () => Object.assign(globalThis, { wasRun: true }) }),
  );
  await openEditor(page, noteId);
  await text(page).click();
  await paste(page, {
    "text/html": `<aside data-callout="x&quot; onclick=alert(1)" data-callout-title="<img src=x onerror=alert(1)>"><p>one</p></aside>
     <details ontoggle="alert(1)" open><summary><a href="javascript:alert(1)">two</a></summary><p>in it</p></details>
     <a data-note-link data-note-id="javascript:alert(1)" href="javascript:alert(1)" data-note-title="three">x</a>
     <div data-note-embed data-note-title="<svg onload=alert(1)>"></div>
     <a data-file href="javascript:alert(1)" data-name="four">x</a>
     <video src="https://evil.example/v.mp4" onerror="alert(1)"></video>
     <pre data-math>\\href{javascript:alert(1)}{five} \\includegraphics{https://evil.example/i.png}</pre>
     <pre><code class="language-mermaid">flowchart LR
       A["<img src='https://evil.example/m.png' onerror='alert(1)'>six"] --> B
       click A href "javascript:alert(1)"</code></pre>`,
  });
  await expect(text(page)).toContainText("in it");
  await expect(text(page).locator("iframe")).toHaveAttribute("sandbox", "allow-scripts");
  await expect(text(page).frameLocator("iframe").locator("svg, body")).not.toHaveCount(0);
  await waitForSaved(page);
  const stored = (await ann.api<{ text: string }>("GET", `/api/notes/${noteId}/body?format=html`)).text;
  expect(stored).not.toMatch(/(?:href|src)="(?:javascript|https:\/\/evil)/);
  expect(await page.evaluate(() => "wasRun" in globalThis)).toBe(false);
  for (const link of await text(page).getByRole("link").all())
    expect(await link.getAttribute("href")).not.toMatch(/^(?:javascript|https:)/);
  expect(foreign).toEqual([]);
});

test("the editor's test page shows every block and says it as Markdown", async ({ aPerson }) => {
  const { page } = await aPerson();
  await page.goto("/app/editor-test");
  for (const kind of [
    ".callout",
    ".toggle",
    ".columns",
    ".math-block",
    ".code-block",
    ".note-embed",
    "table",
    ".file-card",
    // Its file is on no server: it says so.
    ".video-block",
  ])
    await expect(text(page).locator(kind).first()).toBeVisible();
  await page.getByRole("button", { name: "Show as Markdown" }).click();
  await expect(page.getByRole("textbox", { name: "The text as Markdown" })).toHaveValue(
    /> \[!NOTE\][^]*<details>[^]*\$\$/,
  );
  // The diagram says how high it is once it is drawn.
  await expect(page.locator(".diagram-frame")).toHaveAttribute("style", /height/, { timeout: 20_000 });
  const frame = page.frames().find((each) => each.url().includes("/assets/diagram-page-"));
  const reach = await frame!.evaluate(async () => {
    const attempt = async (work: () => unknown) => {
      try {
        await work();
        return "reached";
      } catch {
        return "kept out";
      }
    };
    return [
      origin,
      await attempt(() => localStorage.length),
      await attempt(() => document.cookie),
      await attempt(() => parent.document.title),
    ];
  });
  expect(reach).toEqual(["null", "kept out", "kept out", "kept out"]);
  // On paper it is light, whatever the theme.
  await expect(frame!.locator(".screen > svg")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(frame!.locator(".paper > svg")).toBeVisible();
  await expect(frame!.locator(".screen > svg")).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  // A request from there would be refused as well, loudly; its policy says so quietly.
  const policy = (await page.request.get(frame!.url())).headers()["content-security-policy"];
  expect(policy).toContain("sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'");
  expect(policy).not.toMatch(/connect-src|allow-same-origin|https?:/);
});
