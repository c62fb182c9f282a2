import type { Locator, Page } from "@playwright/test";
import { aNote, aPicture, expect, test } from "./fixtures.ts";
import { aChangeset, publicPicture } from "./openings.ts";
import { row } from "./phone.ts";
import { audit, findOverflow, onePerLayout, patience, rest, someOf } from "./screen-audit.ts";

/** Everything that can be pressed and is smaller than a finger; links within a sentence are as tall as it is. */
async function findSmall(page: Page, name: string): Promise<string[]> {
  const found = await page.evaluate(() => {
    const FINGER = 43.5;
    const selector =
      "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=menuitem], [role=tab], [role=checkbox]";
    const faults: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(selector)) {
      if (element.closest(".note-text, [inert], dialog:not([open]), [aria-hidden=true]")) continue;
      if (element.matches("p a, p button") || !element.checkVisibility({ visibilityProperty: true }))
        continue;
      const target = element.matches(".sr-only, [type=checkbox], [type=radio]")
        ? (element.closest("label") ?? element)
        : element;
      const box = target.getBoundingClientRect();
      if (box.width <= 1 || box.bottom < 0) continue;
      const after = getComputedStyle(target, "::after");
      const reaches = after.position === "absolute" && after.content !== "none";
      const width = Math.max(box.width, reaches ? Number.parseFloat(after.width) : 0);
      const height = Math.max(box.height, reaches ? Number.parseFloat(after.height) : 0);
      if (width < FINGER || height < FINGER)
        faults.push(`${Math.round(width)}x${Math.round(height)} ${target.outerHTML.slice(0, 140)}`);
    }
    return faults;
  });
  return found.map((fault) => `${name} at ${page.viewportSize()?.width}: too small: ${fault}`);
}

test("every mobile screen: axe in both themes, no overflow, and room for a finger", async ({
  aPerson,
  server,
  onPhone,
}) => {
  test.setTimeout(patience(180_000));
  const ann = await aPerson("Ann-with-a-rather-long-name-that-goes-on");
  const folder = await ann.api<{ id: string }>("POST", "/api/folders", { name: "A".repeat(80) });
  const upload = await ann.context.request.post(`${server.url}/api/files/upload?name=photo.jpg`, {
    headers: { origin: server.url, "content-type": "image/jpeg" },
    data: await aPicture(),
  });
  const { id: fileId, url } = (await upload.json()) as { id: string; url: string };
  await publicPicture(ann, fileId);
  const { id: noteId } = await ann.api<{ id: string }>("POST", "/api/notes", {
    title: "Donaudampfschifffahrtsgesellschaftskapitän".repeat(3),
    tags: ["trip", "a-tag-that-is-rather-long-for-a-phone"],
    folderId: folder.id,
    body: {
      format: "markdown",
      text: `# Head\n\nText with [a link](https://example.org).\n\n- [ ] task\n\n![](${url})\n`,
    },
  });
  const today = new Date().toISOString().slice(0, 10);
  await ann.api("POST", "/api/events", { title: "Lunch with Ana", date: today, location: "l".repeat(80) });
  await ann.api("POST", "/api/notifications", {
    type: "error",
    title: "w".repeat(90),
    message: "m ".repeat(90),
  });
  const changesetId = await aChangeset(
    ann,
    await aNote(ann, { title: "C".repeat(80), text: "One.\n\nTwo." }),
  );
  const page = await onPhone(ann);
  await page.setViewportSize({ width: 360, height: 780 });
  const faults: string[] = [];
  const look = async (name: string, within?: string) => {
    await rest(page);
    faults.push(...(await audit(page, name, within)));
    const upright = { width: 360, height: 780 };
    for (const size of someOf([{ width: 320, height: 640 }, { width: 740, height: 360 }, upright], 1)) {
      await page.setViewportSize(size);
      faults.push(...(await findOverflow(page, name)), ...(await findSmall(page, name)));
    }
    await page.setViewportSize(upright);
  };
  const screens: [path: string, ready: () => Locator][] = [
    ["dashboard", () => row(page, "Donau")],
    ["notes?tag=trip", () => row(page, "Donau")],
    [`folders/${folder.id}`, () => row(page, "Donau")],
    ["search?q=text", () => row(page, "Donau")],
    ["notifications", () => page.getByText("wwww")],
    ["settings", () => page.getByRole("navigation", { name: "Settings" })],
    ["settings?tab=account", () => page.locator("#sessions")],
    ["shared", () => page.getByText("Nothing shared with you yet")],
    ["capture", () => page.getByRole("textbox").first()],
    ["settings?tab=profile", () => page.getByLabel("Display name")],
    ["settings?tab=appearance", () => page.locator("#site")],
    ["activity", () => page.getByRole("list", { name: "Activities" })],
    ["changes", () => page.getByRole("article").first()],
    ["agents", () => page.getByRole("heading", { name: "Weekly review" })],
    [`changes/${changesetId}`, () => page.locator("ins").first()],
    [`changes/${changesetId}/walk`, () => page.getByText("This is a rehearsal.")],
    ["files", () => page.getByRole("listitem").filter({ hasText: "photo.jpg" })],
    ["calendar", () => page.getByText("Lunch with Ana")],
    ["tasks?view=anytime", () => page.getByRole("checkbox", { name: "Done: task" })],
    ["projects", () => page.getByText("No projects yet")],
    ["drive", () => page.getByRole("heading", { name: "Google Drive isn't set up on this server" })],
    ["seo", () => page.getByRole("searchbox", { name: "Search notes to check" })],
    ["analytics", () => page.getByRole("slider").first()],
    [`editor/${noteId}`, () => page.getByRole("textbox", { name: "Note text" })],
  ];
  for (const [path, ready] of onePerLayout(screens, ([path]) => path)) {
    await page.goto(`/mobile/${path}`);
    await ready().waitFor();
    await look(path);
  }
  await page.getByRole("textbox", { name: "Note text" }).tap();
  await page.getByRole("toolbar").waitFor();
  await look("writing");
  await page.getByRole("button", { name: "Hide keyboard" }).tap();
  for (const [item, panel] of [
    ["Note Info", "Info"],
    ["Outline", "Outline"],
    ["Links", "Links"],
    ["Comments", "Comments"],
  ] as const) {
    await page.getByRole("button", { name: "View", exact: true }).tap();
    await page.getByRole("menuitem", { name: item }).tap();
    await page.getByRole("dialog", { name: panel }).getByRole("tabpanel").waitFor();
    await look(panel, '[role="dialog"]');
    await page.getByRole("button", { name: "Close", exact: true }).tap();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await page.getByRole("button", { name: "Share", exact: true }).tap();
  await page.getByRole("tab", { name: "Web page" }).tap();
  await page.getByRole("switch", { name: "Publish this note" }).waitFor();
  await look("share", '[role="dialog"]');
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: /^Actions for/ }).tap();
  await page.getByRole("menu").waitFor();
  await look("actions of a note", '[role="menu"]');
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  for (const name of ["Quick Capture", /^More/]) {
    await page.getByRole("button", { name }).tap();
    await page.locator("dialog[open]").waitFor();
    await look(String(name), "dialog[open]");
    await page.keyboard.press("Escape");
  }
  await page.goto("/mobile/files");
  await page.getByRole("main").getByRole("button", { name: "More", exact: true }).tap();
  await page.getByRole("menuitem", { name: "Open Gallery" }).tap();
  await page.locator("[data-picture] img").waitFor();
  await look("gallery", '[role="dialog"]');
  await page.locator("[data-picture]").tap();
  await page.getByRole("switch", { name: "Public link" }).waitFor();
  await look("picture in the gallery", '[role="dialog"]');
  await page.keyboard.press("Escape");
  // Text at twice its size, as a phone's settings make it.
  await page.goto("/mobile/notes");
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  await row(page, "Donau").waitFor();
  faults.push(...(await findOverflow(page, "notes at 200 %")), ...(await findSmall(page, "notes at 200 %")));
  expect(faults).toEqual([]);
});

test("every screen has room for a finger on a tablet", async ({ aPerson, aContext }) => {
  test.setTimeout(patience(120_000));
  const ann = await aPerson();
  await ann.api("POST", "/api/folders", { name: "Journeys" });
  const { id } = await ann.api<{ id: string }>("POST", "/api/notes", { title: "Plan", tags: ["work"] });
  const storageState = await ann.context.storageState();
  const tablet = await aContext({ viewport: { width: 768, height: 1024 }, hasTouch: true, storageState });
  const page = await tablet.newPage();
  const faults: string[] = [];
  const paths = [
    "dashboard",
    "explorer",
    "explorer?layout=grid",
    "explorer?layout=table",
    "explorer?view=trash",
    `editor/${id}`,
    "notes",
    "files",
    "activity",
    "changes",
    "agents",
    "shared",
    "capture",
    "chat",
    "voice-chat",
    "settings",
    ...["profile", "account", "appearance", "notifications", "storage", "data", "models", "shortcuts"].map(
      (tab) => `settings?tab=${tab}`,
    ),
  ];
  for (const path of onePerLayout(paths, (path) => path)) {
    await page.goto(`/app/${path}`);
    await page.getByRole("heading", { level: 1 }).first().waitFor({ state: "attached" });
    await page.waitForLoadState("networkidle");
    await rest(page);
    faults.push(...(await findSmall(page, path)));
  }
  expect([...new Set(faults)]).toEqual([]);
});

test("beside the buttons a finger needs, a note's time stays in one line on a tablet", async ({
  aPerson,
  aContext,
}) => {
  const ann = await aPerson();
  await ann.api("POST", "/api/notes", { title: "Plan", tags: ["work", "to read"] });
  const storageState = await ann.context.storageState();
  const tablet = await aContext({ viewport: { width: 768, height: 1024 }, hasTouch: true, storageState });
  const page = await tablet.newPage();
  await page.goto("/app/explorer");
  const time = row(page, "Plan").locator("time");
  await expect(row(page, "Plan").getByRole("button", { name: "Actions for Plan" })).toBeVisible();
  const written = time.evaluate((element) => {
    element.textContent = "59m ago";
    return element.getClientRects().length === 1 && element.getBoundingClientRect().height < 24;
  });
  expect(await written).toBe(true);
});

test("the dialog that takes the place of the folders has the keys", async ({ aPerson }) => {
  const { page, api } = await aPerson();
  await api("POST", "/api/folders", { name: "Trips" });
  // Where the sidebar is a column of icons.
  await page.setViewportSize({ width: 760, height: 1024 });
  await page.goto("/app/explorer");
  const button = page.getByRole("button", { name: "Folders", exact: true });
  await button.click();
  await page.getByRole("button", { name: "Actions for Trips" }).press("Enter");
  await page.getByRole("menuitem", { name: "Rename..." }).press("Enter");
  await expect(page.getByRole("dialog", { name: "Views, folders and tags" })).toHaveCount(0);
  await expect(page.getByRole("dialog").getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Views, folders and tags" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
});
