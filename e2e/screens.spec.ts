import type { Page } from "@playwright/test";
import { LINKS } from "#web/site/links.ts";
import {
  aNote,
  aPicture,
  expect,
  openEditor,
  type Person,
  test,
  typeAtEnd,
  waitForSaved,
} from "./fixtures.ts";
import { FULL_NOTE } from "./full-note.ts";
import { aChangeset, aChat, choose, ofFiles, publicPicture } from "./openings.ts";
import {
  aPhone,
  audit,
  auditOpenings,
  findOverflow,
  onePerLayout,
  patience,
  type Opening,
  PHONE,
  resize,
  rest,
  someOf,
  WIDE,
} from "./screen-audit.ts";

type Data = Record<"noteId" | "taskId" | "threadId" | "publishedPath" | "folderId" | "changesetId", string>;
const missingId = "00000000-0000-7000-8000-000000000000";

/** Titles, folders and tags as people have them: long, unbroken, in other alphabets, empty. */
async function fill(person: Person, url: string): Promise<Data> {
  const upload = await person.context.request.post(`${url}/api/files/upload?name=photo.jpg`, {
    headers: { origin: url, "content-type": "image/jpeg" },
    data: await aPicture(),
  });
  const file = (await upload.json()) as { id: string; url: string };
  await publicPicture(person, file.id);
  const folder = await person.api<{ id: string }>("POST", "/api/folders", { name: "Journeys" });
  await person.api("POST", "/api/folders", {
    name: "A folder whose name nobody would ever want to read to its very end",
    parentId: folder.id,
  });
  const long = ["Donaudampfschifffahrtsgesellschaft".repeat(3), "A long title ".repeat(12)];
  const titles = ["", "短い", ...long, "Tents"];
  for (const title of titles) await aNote(person, { title, text: `Some words of ${title || "no title"}` });
  const trashed = await aNote(person, { title: "Thrown away", text: "Old words" });
  await person.api("DELETE", `/api/notes/${trashed}`);
  const today = new Date().toLocaleDateString("sv");
  await person.api("POST", "/api/events", { title: "Lunch with Ana", date: today, time: "12:00" });
  await person.api("POST", "/api/events", { title: "A conference with a name", date: today });
  await person.api("POST", "/api/tasks", { title: "Buy milk", dueDate: today, dueTime: "12:30" });
  const addTask = (task: object) => person.api<{ id: string }>("POST", "/api/tasks", task);
  const { id: paint } = await addTask({ title: "Buy paint" });
  const noteId = await aNote(person, { title: "Everything", text: `${FULL_NOTE}\n![photo](${file.url})\n` });
  const { id: taskId } = await addTask({ title: "Paint", waitsFor: [paint], noteIds: [noteId] });
  await person.api("PATCH", `/api/notes/${noteId}`, {
    tags: ["camping", "summer", "a tag with quite a long name that is cut"],
    isFavorite: true,
    folderId: folder.id,
  });
  const { url: published } = await person.api<{ url: string }>("PUT", `/api/notes/${noteId}/publication`, {});
  await person.api("POST", `/api/notes/${noteId}/guests`, { email: "guest@example.com", role: "editor" });
  const publishedPath = new URL(published).pathname;
  const [threadId, changesetId] = [await aChat(person), await aChangeset(person, noteId)];
  return { noteId, taskId, threadId, publishedPath, folderId: folder.id, changesetId };
}

type Screen = { name: string; path: string; landmark: string };

const publicScreens: Screen[] = [
  { name: "sign in", path: "/auth/login", landmark: "form" },
  { name: "register", path: "/auth/register", landmark: "form" },
  { name: "reset password", path: "/auth/reset-password", landmark: "form" },
  { name: "new password", path: "/auth/reset-password?token=x", landmark: "form" },
  { name: "verify", path: "/auth/verify?token=x", landmark: "h1" },
  { name: "no such page", path: "/nowhere", landmark: "h1" },
];

/** Static: nothing of them depends on the device but their width, so a phone audits only what differs. */
const sitePages: Screen[] = Object.entries(LINKS).map(([name, { path }]) => ({
  name,
  path,
  landmark: name === "referral" ? "text=Sign in to see" : "h1",
}));
const ownScreens = ({ noteId, taskId, threadId, publishedPath, folderId, changesetId }: Data): Screen[] => [
  { name: "dashboard", path: "/app/dashboard", landmark: "article" },
  { name: "explorer", path: "/app/explorer", landmark: "article" },
  { name: "favorites", path: "/app/explorer?view=favorites", landmark: "article" },
  { name: "trash", path: "/app/explorer?view=trash", landmark: "article" },
  { name: "a tag", path: "/app/explorer?tag=camping", landmark: "article" },
  { name: "cards", path: "/app/explorer?layout=grid&sort=title", landmark: "article" },
  { name: "table", path: "/app/explorer?layout=table&has=tasks", landmark: "[role=row] a" },
  { name: "search", path: "/app/explorer?q=words", landmark: "mark" },
  { name: "nothing found", path: "/app/explorer?q=zzzz", landmark: "text=No matching notes" },
  { name: "folder", path: `/app/folders/${folderId}`, landmark: "article" },
  { name: "editor", path: `/app/editor/${noteId}`, landmark: ".note-text img[src]" },
  { name: "editor without a note", path: "/app/editor", landmark: ".note-text" },
  { name: "list and note", path: `/app/notes?note=${noteId}`, landmark: ".note-text img[src]" },
  { name: "list alone", path: "/app/notes", landmark: "article" },
  { name: "component gallery", path: "/app/component-gallery", landmark: "article" },
  { name: "no such folder", path: `/app/folders/${missingId}`, landmark: "text=It was deleted" },
  { name: "no such note", path: `/app/editor/${missingId}`, landmark: "text=This note doesn't exist" },
  { name: "files", path: "/app/files", landmark: "article" },
  { name: "files as a list", path: "/app/files?layout=list&kind=image", landmark: "article" },
  { name: "no files of a kind", path: "/app/files?kind=audio", landmark: "text=No matching files" },
  { name: "tasks", path: "/app/tasks?view=anytime", landmark: "[data-task]" },
  { name: "tasks on a board", path: "/app/tasks?view=anytime&layout=board", landmark: "[data-card]" },
  { name: "a task", path: `/app/tasks?view=anytime&task=${taskId}`, landmark: "[role=dialog] form" },
  { name: "no tasks", path: "/app/tasks?tag=zzzz", landmark: "text=No tasks with this tag" },
  { name: "calendar: week", path: "/app/calendar?view=week", landmark: "[data-kind]" },
  { name: "calendar: month", path: "/app/calendar?view=month", landmark: "[data-day]" },
  { name: "calendar: day", path: "/app/calendar?view=day", landmark: "[data-entry]" },
  { name: "calendar: agenda", path: "/app/calendar?view=agenda", landmark: "[data-entry]" },
  { name: "calendar: year", path: "/app/calendar?view=year", landmark: "[data-day]" },
  { name: "activity", path: "/app/activity", landmark: "article" },
  { name: "nothing in the log", path: "/app/activity?q=zzzz", landmark: "text=No matches" },
  { name: "analytics", path: "/app/analytics", landmark: "[role=slider]" },
  { name: "gaps", path: "/app/analytics?view=gaps", landmark: "main [role=switch]" },
  { name: "contradictions", path: "/app/analytics?view=contradictions", landmark: "text=No contradictions" },
  { name: "promises", path: "/app/analytics?view=promises", landmark: "text=No open promises" },
  { name: "changes", path: "/app/changes", landmark: "article" },
  { name: "a set of changes", path: `/app/changes/${changesetId}`, landmark: "ins" },
  { name: "a rehearsal", path: `/app/changes/${changesetId}/walk`, landmark: "nav ul a" },
  { name: "no such changes", path: `/app/changes/${missingId}`, landmark: "text=These changes were deleted" },
  { name: "every block", path: "/app/editor-test", landmark: ".note-text .katex" },
  { name: "chat", path: "/app/chat", landmark: "textarea" },
  { name: "a conversation", path: `/app/chat?thread=${threadId}`, landmark: ".answer-text a" },
  { name: "voice chat", path: "/app/voice-chat", landmark: "main button" },
  { name: "SEO", path: "/app/seo", landmark: "h1" },
  { name: "Google Drive", path: "/app/drive", landmark: "main ol" },
  { name: "setup: theme", path: "/setup/onboarding", landmark: "input" },
  { name: "setup: start", path: "/setup/onboarding?step=start", landmark: "h1" },
  { name: "setup: import", path: "/setup/onboarding?step=import", landmark: "[data-drop-area]" },
  { name: "setup: dashboard", path: "/setup/dashboard", landmark: "form" },
  { name: "quick capture", path: "/app/capture", landmark: "textarea" },
  { name: "shared", path: "/app/shared", landmark: "text=Published by you" },
  { name: "published page", path: publishedPath, landmark: "article" },
  { name: "performance", path: "/app/apm", landmark: "h1" },
  { name: "settings: profile", path: "/app/settings?tab=profile", landmark: "#avatar img" },
  { name: "settings: the list", path: "/app/settings", landmark: "h1" },
  { name: "settings: account", path: "/app/settings?tab=account", landmark: "#sessions li" },
  { name: "settings: appearance", path: "/app/settings?tab=appearance", landmark: "#mode input" },
  { name: "settings: notifications", path: "/app/settings?tab=notifications", landmark: "h3" },
  { name: "settings: AI models", path: "/app/settings?tab=models", landmark: "#model-calls p" },
  { name: "settings: storage", path: "/app/settings?tab=storage", landmark: "#server-storage dl" },
  {
    name: "settings: shortcuts",
    path: "/app/settings?tab=shortcuts",
    landmark: "#keyboard-shortcuts button",
  },
  { name: "settings: import and export", path: "/app/settings?tab=data#import", landmark: "#import" },
];
const pathOf = ({ path }: Screen) => path;

async function show(page: Page, { path, landmark }: Screen): Promise<void> {
  await page.goto(path);
  await page.locator(landmark).first().waitFor();
  await rest(page);
}

test("every public screen is accessible in both themes and fits every width", async ({ aContext, watch }) => {
  test.setTimeout(patience(180_000));
  const faults: string[] = [];
  const wide = await aContext({ viewport: WIDE });
  const phone = await aPhone(aContext);
  const pages = [await wide.newPage(), await phone.newPage()] as const;
  pages.forEach(watch);
  for (const screen of onePerLayout(publicScreens, pathOf))
    for (const page of someOf(pages, 1)) {
      await show(page, screen);
      faults.push(...(await audit(page, screen.name)));
      faults.push(...(await (page === pages[0] ? resize : findOverflow)(page, screen.name)));
    }
  expect(faults).toEqual([]);
});

test("every page outside of the app is accessible in both themes and fits every width", async ({
  aContext,
  watch,
}) => {
  test.setTimeout(patience(180_000));
  const faults: string[] = [];
  const context = await aContext({ viewport: WIDE });
  const page = await context.newPage();
  watch(page);
  for (const screen of someOf(sitePages, 5)) {
    await show(page, screen);
    faults.push(...(await audit(page, screen.name)), ...(await resize(page, screen.name)));
  }
  const phone = await aPhone(aContext);
  const narrow = await phone.newPage();
  watch(narrow);
  await narrow.goto("/public/contact");
  await narrow.getByLabel("Menu").tap();
  faults.push(...(await audit(narrow, "narrow menu")), ...(await findOverflow(narrow, "narrow menu")));
  expect(faults).toEqual([]);
});

test("every screen of the app is accessible in both themes and fits every width", async ({
  aPerson,
  aContext,
  server,
  watch,
}) => {
  test.setTimeout(patience(240_000));
  const ann = await aPerson("Ann-with-quite-a-long-name");
  const screens = ownScreens(await fill(ann, server.url));
  const phone = await aPhone(aContext, await ann.context.storageState());
  const phonePage = await phone.newPage();
  watch(phonePage);
  await ann.page.setViewportSize(WIDE);
  const faults: string[] = [];
  for (const screen of onePerLayout(screens, pathOf))
    for (const page of someOf([ann.page, phonePage], 1)) {
      await show(page, screen);
      faults.push(...(await audit(page, screen.name)));
      faults.push(...(await (page === ann.page ? resize : findOverflow)(page, screen.name)));
    }
  expect(faults).toEqual([]);
});

const openPanel = (name: string) => async (page: Page) => {
  await page.locator("html[data-keys=ready]").waitFor();
  await page.keyboard.press("Control+Alt+B");
  await page.getByRole("tab", { name }).click();
  await page.getByRole("tabpanel", { name }).waitFor();
};

const ofEditor: Opening[] = [
  {
    name: "notifications",
    open: (page) => page.getByRole("button", { name: /^Notifications/ }).click(),
  },
  ...["Info", "Outline", "Links", "Comments"].map((name) => ({ name, open: openPanel(name) })),
  { name: "note menu", open: choose("Actions for Everything") },
  { name: "rename a note", open: choose("Actions for Everything", "Rename...") },
  { name: "move a note", open: choose("Actions for Everything", "Move To...") },
  { name: "history", open: openHistory },
  { name: "export", open: choose("Actions for Everything", "Export...") },
  { name: "share", open: openShare },
  { name: "heading menu", open: choose(/^(Text|Heading \d)$/) },
  { name: "insert menu", open: choose("Insert a block") },
  { name: "view menu", open: choose("View") },
  { name: "block menu", open: openBlockMenu },
  { name: "table menu", open: openTableMenu },
  { name: "link dialog", open: (page) => page.getByRole("button", { name: "Link", exact: true }).click() },
];

const ofList: Opening[] = [
  { name: "note menu in a list", open: choose("Actions for Tents") },
  { name: "filter menu", open: choose("Filter") },
  { name: "sort menu", open: choose("Sort by: Last changed") },
  { name: "tags of the selected", open: openTagsOfSelected },
];

const ofExplorer: Opening[] = [
  { name: "new folder", open: (page) => page.getByRole("button", { name: "New folder" }).click() },
  { name: "folder menu", open: choose("Actions for Journeys") },
  { name: "rename a folder", open: choose("Actions for Journeys", "Rename...") },
  { name: "move a folder", open: choose("Actions for Journeys", "Move To...") },
  { name: "delete a folder", open: choose("Actions for Journeys", "Delete...") },
  { name: "tag menu", open: choose("Actions for tag camping") },
  { name: "rename a tag", open: choose("Actions for tag camping", "Rename...") },
  { name: "remove a tag", open: choose("Actions for tag camping", "Remove...") },
];

async function openTagsOfSelected(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Tents" }).focus();
  await page.keyboard.press("Control+Space");
  await page.getByRole("toolbar", { name: "Selected notes" }).waitFor();
  await page.getByRole("button", { name: "Tags..." }).click();
  await page.getByRole("dialog").waitFor();
}

async function openHistory(page: Page): Promise<void> {
  await choose("Actions for Everything", "History")(page);
  await page.getByRole("navigation", { name: "Versions" }).waitFor();
}

async function openShare(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByText("guest@example.com").waitFor();
  await page.getByRole("tab", { name: "Web page" }).click();
  await page.getByRole("button", { name: "Save page settings" }).waitFor();
}

async function openBlockMenu(page: Page): Promise<void> {
  await page.locator(".note-text h2").click();
  await page.keyboard.press("Control+/");
  await page.getByRole("menu").waitFor();
}

async function openTableMenu(page: Page): Promise<void> {
  await page.getByRole("cell", { name: "Galdhøpiggen" }).click();
  await page.getByRole("button", { name: "Table actions" }).click();
  await page.getByRole("menu").waitFor();
}

test("every menu and dialog is accessible in both themes, and closes by Escape", async ({
  aPerson,
  aContext,
  server,
  watch,
}) => {
  test.setTimeout(patience(360_000));
  const ann = await aPerson("Ann");
  const { noteId } = await fill(ann, server.url);
  const phone = await aPhone(aContext, await ann.context.storageState());
  const phonePage = await phone.newPage();
  watch(phonePage);
  await ann.page.setViewportSize(WIDE);
  const faults: string[] = [];
  for (const page of someOf([ann.page, phonePage], 1)) {
    await openEditor(page, noteId);
    await page.locator(".note-text img[src]").waitFor();
    faults.push(...(await auditOpenings(page, someOf(ofEditor, 8), async () => {})));
    await page.goto("/app/explorer");
    await page.locator("article").first().waitFor();
    const inPanel = async () => {
      if (page === phonePage) await page.getByRole("button", { name: "Folders" }).click();
    };
    faults.push(...(await auditOpenings(page, someOf(ofList, 2), async () => {})));
    faults.push(...(await auditOpenings(page, someOf(ofExplorer, 3), inPanel)));
    await page.goto("/app/files");
    await page.locator("article").first().waitFor();
    faults.push(...(await auditOpenings(page, someOf(ofFiles, 1), async () => {})));
  }
  expect(faults).toEqual([]);
});

test("the welcome, the tour and the frame while it is edited are accessible and fit every width", async ({
  aPerson,
}) => {
  test.setTimeout(patience(180_000));
  const { page } = await aPerson("Ann", { isNew: true });
  const faults: string[] = [];
  await page.setViewportSize(WIDE);
  await page.goto("/app/dashboard");
  await page.getByRole("dialog", { name: "Welcome to Cairn AI!" }).waitFor();
  faults.push(...(await audit(page, "welcome", '[role="dialog"]')), ...(await resize(page, "welcome")));
  await page.getByRole("button", { name: "Take the Tour" }).click();
  await page.getByText("Step 1 of 6").waitFor();
  await page.getByRole("button", { name: "Next" }).click();
  faults.push(...(await audit(page, "tour", '[role="dialog"]')), ...(await resize(page, "tour")));
  await page.getByRole("button", { name: "Close the tour" }).click();
  await page.getByRole("button", { name: "Edit the sidebar" }).click();
  await page.getByRole("separator", { name: "Sidebar width" }).waitFor();
  faults.push(...(await audit(page, "edit mode")), ...(await resize(page, "edit mode")));
  expect(faults).toEqual([]);
});

test(
  "what is shown in trouble is accessible too: no server, unsent text, an ended session",
  { tag: "@service-worker" },
  async ({ aPerson, server }) => {
    test.setTimeout(patience(180_000));
    const ann = await aPerson("Ann");
    const { page } = ann;
    const noteId = await aNote(ann, { text: "Begun." });
    const faults: string[] = [];
    await openEditor(page, noteId);
    await waitForSaved(page);
    // From then on the device has the app, dialogs and all.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await server.stop();
    await typeAtEnd(page, " More.");
    await expect(
      page
        .getByRole("main")
        .getByRole("status")
        .filter({ hasText: /^Offline, / }),
    ).toBeVisible();
    await page.getByRole("button", { name: "Sign Out", exact: true }).click();
    await page.getByRole("dialog").waitFor();
    for (const size of [WIDE, PHONE]) {
      await page.setViewportSize(size);
      faults.push(...(await audit(page, "unsent text")), ...(await findOverflow(page, "unsent text")));
    }
    await page.keyboard.press("Escape");
    await server.start();
    await waitForSaved(page);
    await page.locator("main").focus();
    await server.query("DELETE FROM auth.sessions WHERE user_id = $1", [ann.userId]);
    await page.getByRole("dialog", { name: "Sign in again" }).waitFor();
    for (const size of [PHONE, WIDE]) {
      await page.setViewportSize(size);
      faults.push(...(await audit(page, "ended session")), ...(await findOverflow(page, "ended session")));
    }
    await page.keyboard.press("Escape");
    for (const size of [WIDE, PHONE]) {
      await page.setViewportSize(size);
      faults.push(...(await audit(page, "ended session")), ...(await findOverflow(page, "ended session")));
    }
    expect(faults).toEqual([]);
  },
);
