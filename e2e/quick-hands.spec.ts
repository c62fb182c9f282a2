import type { Page } from "@playwright/test";
import { aNote, expect, openEditor, type Person, test } from "./fixtures.ts";

type Named = { id: string; tags: string[] };

const tagsOf = async (person: Person, noteId: string) =>
  (await person.api<Named>("GET", `/api/notes/${noteId}`)).tags;

async function addTag(page: Page, tag: string): Promise<void> {
  await page.getByLabel("Add tag").fill(tag);
  await page.keyboard.press("Enter");
}

/** Keeps back the answers to such requests, each for so long; what the server does, it does at once. */
async function answerLate(page: Page, path: RegExp, ms: number): Promise<void> {
  await page.route(path, async (route) => {
    const response = await route.fetch().catch(() => null);
    if (response) setTimeout(() => void route.fulfill({ response }).catch(() => {}), ms);
  });
}

test("tags that are added while earlier ones are on their way all stay, shown and kept", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { text: "First line" });
  await openEditor(page, noteId);
  await answerLate(page, /\/rpc\/notes\/update/, 300);
  // Asked for with each change, and answered when the next one is made.
  await answerLate(page, /\/rpc\/notes\/(get|list|search)/, 1_400);
  const shown = page.getByRole("list", { name: "Tags" }).getByRole("listitem");
  const tags = ["a", "b", "c", "d", "e"];
  for (const [index, tag] of tags.entries()) {
    await addTag(page, tag);
    await expect(shown).toHaveText(tags.slice(0, index + 1));
    await page.waitForTimeout(index < 2 ? 50 : 600);
  }
  await expect.poll(() => tagsOf(ann, noteId)).toEqual(tags);
  await page.reload();
  await expect(shown).toHaveText(tags);
});

test("two who tag a note at once both do", async ({ aPerson, anotherBrowser }) => {
  const ann = await aPerson();
  const { page } = ann;
  const there = await anotherBrowser(ann);
  const noteId = await aNote(ann, { text: "First line" });
  for (const one of [ann, there]) {
    await openEditor(one.page, noteId);
    // What the other does is not heard of.
    await one.page.route(/\/rpc\/notes\/(get|list|search)/, () => {});
  }
  await Promise.all([addTag(page, "sea"), addTag(there.page, "sky")]);
  await expect.poll(async () => (await tagsOf(ann, noteId)).toSorted()).toEqual(["sea", "sky"]);
});

test("what somebody else changed of a project while its form was open stays", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const project = await ann.api<Named>("POST", "/api/projects", { title: "Orchard" });
  await page.goto(`/app/projects/${project.id}`);
  await page.getByRole("button", { name: "Edit project" }).click();
  await page.getByRole("dialog").getByLabel("Title").fill("Garden");
  await ann.api("PATCH", `/api/projects/${project.id}`, { description: "Pears", color: "green" });
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => ann.api("GET", `/api/projects/${project.id}`))
    .toMatchObject({ title: "Garden", description: "Pears", color: "green" });
});

test("what somebody else put on a task while its form was open stays", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const task = await ann.api<Named>("POST", "/api/tasks", { title: "Move", tags: ["home"] });
  await page.goto(`/app/tasks?view=anytime&task=${task.id}`);
  await page.getByRole("dialog").getByLabel("Tags").fill("home, van");
  await ann.api("PATCH", `/api/tasks/${task.id}`, { tags: ["home", "boxes"] });
  // Behind the dialog.
  await expect(page.getByRole("button", { name: "boxes", includeHidden: true })).toBeAttached();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => ann.api("GET", `/api/tasks/${task.id}`))
    .toMatchObject({ tags: ["home", "boxes", "van"] });
});

test("a thread that is resolved stays so, though the answer to its edit comes last", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { text: "First line" });
  const editor = await openEditor(page, noteId);
  await editor.getByText("First line").click({ clickCount: 3 });
  await page.keyboard.press("Control+Alt+m");
  await page.getByRole("region", { name: "New comment" }).getByRole("textbox").fill("Why?");
  await page.keyboard.press("Control+Enter");
  const panel = page.getByRole("tabpanel", { name: "Comments" });
  await panel.getByRole("button", { name: "Actions for this comment" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await panel.getByRole("textbox", { name: "Comment" }).fill("Why not?");
  // Longer than news of a change take to come.
  await answerLate(page, /\/rpc\/comments\/edit/, 3_000);
  const edited = page.waitForResponse("**/rpc/comments/edit");
  await panel.getByRole("button", { name: "Save" }).click();
  await panel.getByRole("button", { name: "Resolve" }).click();
  await expect(panel.getByRole("button", { name: "Show resolved (1)" })).toBeVisible();
  await edited;
  await page.waitForTimeout(1_000);
  await expect(panel.getByRole("button", { name: "Show resolved (1)" })).toBeVisible();
});

test("of two answers about who may read a tag the later one holds, though the first is slow to arrive", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await ann.api("POST", "/api/notes", { title: "Diary", tags: ["health"] });
  await page.goto("/app/explorer");
  const row = page.getByRole("listitem").filter({ has: page.getByLabel("Actions for tag health") });
  let isFirst = true;
  await page.route(/\/rpc\/tags\/setAiAccess/, async (route) => {
    if (isFirst) await Promise.resolve((isFirst = false)).then(() => page.waitForTimeout(1_500));
    await route.continue();
  });
  for (const name of [/^No AI/, /^Local models only/]) {
    await row.hover();
    await row.getByLabel("Actions for tag health").click();
    await page.getByRole("menuitem", { name: "AI Access..." }).click();
    await page.getByRole("dialog").getByRole("radio", { name }).check();
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  }
  const fence = async () =>
    (await ann.api<{ tags: { aiAccess: string }[] }>("GET", "/api/tags")).tags[0]?.aiAccess;
  await expect.poll(fence).toBe("local");
  await page.waitForTimeout(2_000);
  expect(await fence()).toBe("local");
});

test("two presses that a busy page gets at once both count", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const workingHours = { from: "09:00", to: "17:00", days: [1, 2, 3, 4, 5] };
  await ann.api("PATCH", "/api/preferences", { settings: { workingHours } });
  await page.goto("/app/settings?tab=notifications");
  const days = page.getByRole("group", { name: "Working days" });
  const places = await Promise.all(
    ["Monday", "Tuesday", "Saturday", "Sunday"].map((name) => days.getByLabel(name).boundingBox()),
  );
  const keys = await page.context().newCDPSession(page);
  const busy = page.evaluate(
    () =>
      new Promise<void>((done) => {
        const end = performance.now() + 1_000;
        while (performance.now() < end);
        done();
      }),
  );
  const pressed = places.flatMap((place) =>
    (["mousePressed", "mouseReleased"] as const).map((type) =>
      keys.send("Input.dispatchMouseEvent", {
        type,
        x: place!.x + place!.width / 2,
        y: place!.y + place!.height / 2,
        button: "left",
        clickCount: 1,
      }),
    ),
  );
  await Promise.all([busy, ...pressed]);
  const chosen = async () =>
    (await ann.api<{ settings: { workingHours: typeof workingHours } }>("GET", "/api/preferences")).settings
      .workingHours.days;
  await expect.poll(chosen).toEqual([3, 4, 5, 6, 7]);
  expect(await days.getByRole("checkbox", { checked: true }).count()).toBe(5);
});

test("a card that keys move faster than the server answers stays in sight, keeps the focus and is where it was put", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const project = await ann.api<Named>("POST", "/api/projects", { title: "Orchard" });
  const [first] = await Promise.all(
    ["Dig holes", "Plant pears"].map((title) =>
      ann.api<Named>("POST", "/api/tasks", { title, projectId: project.id }),
    ),
  );
  await page.goto(`/app/projects/${project.id}?tab=board`);
  const card = page.locator("[data-card]").filter({ hasText: "Dig holes" });
  await expect(card).toBeVisible();
  // Of the two lists that a board shows, what is done comes last.
  await page.route(/\/rpc\/tasks\/list/, async (route) => {
    const isOfDone = `${decodeURIComponent(route.request().url())}${route.request().postData()}`.includes(
      '"completed":true',
    );
    await page.waitForTimeout(isOfDone ? 1_500 : 100);
    await route.continue().catch(() => {});
  });
  await page.evaluate(() => {
    const lost = () =>
      ![...document.querySelectorAll("[data-card]")].some((each) => each.textContent.includes("Dig holes"));
    const watch = () => {
      if (lost()) document.body.dataset["lost"] = "";
      requestAnimationFrame(watch);
    };
    watch();
  });
  await card.focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "ArrowRight"]) {
    await page.keyboard.press(`Alt+${key}`);
    await page.waitForTimeout(700);
    await expect(card).toBeFocused();
  }
  await expect(page.getByRole("region", { name: "Done" }).getByText("Dig holes")).toBeVisible();
  await expect.poll(() => ann.api("GET", `/api/tasks/${first!.id}`)).toMatchObject({ status: "done" });
  await page.waitForTimeout(2_000);
  await expect(page.getByRole("region", { name: "Done" }).getByText("Dig holes")).toBeVisible();
  expect(await page.evaluate(() => document.body.dataset["lost"])).toBeUndefined();
});

test("of two roles that a guest is given the later one holds, and shows at once", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const noteId = await aNote(ann, { title: "Tides", text: "High water" });
  const guests = `/api/notes/${noteId}/guests`;
  await ann.api("POST", guests, { email: "ben@example.net", role: "viewer" });
  await openEditor(page, noteId);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const role = page.getByRole("dialog", { name: "Share Tides" }).getByLabel("Role of ben@example.net");
  await expect(role).toHaveValue("viewer");
  let isFirst = true;
  await page.route(/\/rpc\/sharing\/setRole/, async (route) => {
    if (isFirst) await Promise.resolve((isFirst = false)).then(() => page.waitForTimeout(1_500));
    await route.continue();
  });
  await role.selectOption("editor");
  await expect(role).toHaveValue("editor", { timeout: 1_000 });
  await role.selectOption("commenter");
  await expect(role).toHaveValue("commenter", { timeout: 1_000 });
  const kept = async () =>
    (await ann.api<{ guests: { role: string }[] }>("GET", guests)).guests.map((guest) => guest.role);
  await expect.poll(kept).toEqual(["commenter"]);
  await page.waitForTimeout(2_000);
  expect(await kept()).toEqual(["commenter"]);
  await expect(role).toHaveValue("commenter");
});

test("the color that another device gives a calendar while its form is open stays", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const calendar = await ann.api<Named>("POST", "/api/calendars", { name: "Team", color: "cyan" });
  await page.goto("/app/calendar");
  await page.getByRole("button", { name: "Actions for Team" }).click();
  await page.getByRole("menuitem", { name: "Name and Color" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Crew");
  await ann.api("PATCH", `/api/calendars/${calendar.id}`, { color: "red" });
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  const kept = async () =>
    (await ann.api<{ calendars: unknown[] }>("GET", "/api/calendars")).calendars.slice(0, 1);
  await expect.poll(kept).toMatchObject([{ name: "Crew", color: "red" }]);
  await page.keyboard.press("Control+z");
  await expect.poll(kept).toMatchObject([{ name: "Team", color: "red" }]);
});

test("searches that are saved on two devices at once are both kept, and an undo takes back one", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const there = await anotherBrowser(ann);
  const names = async () => {
    const { settings } = await ann.api<{ settings: { savedSearches?: { name: string }[] } }>(
      "GET",
      "/api/preferences",
    );
    return (settings.savedSearches ?? []).map(({ name }) => name).toSorted();
  };
  const devices = [
    { page: ann.page, words: "sea" },
    { page: there.page, words: "sky" },
  ];
  for (const { page, words } of devices) {
    await page.goto(`/app/explorer?q=${words}`);
    await expect(page.getByRole("button", { name: "Save search" })).toBeVisible();
    // What the other does is not heard of.
    await page.route(/\/rpc\/frame\/get/, () => {});
  }
  const save = async (page: Page) => {
    await page.getByRole("button", { name: "Save search" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Search saved")).toBeVisible();
  };
  await Promise.all(devices.map(({ page }) => save(page)));
  await expect.poll(names).toEqual(["sea", "sky"]);
  await there.page.keyboard.press("Control+z");
  await expect.poll(names).toEqual(["sea"]);
});

test("a search can be saved once it is known which are, and the saving can be taken back", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/rpc\/frame\/get/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/app/explorer?q=sea");
  await expect(page.getByRole("heading", { name: "Explorer" })).toBeVisible();
  const save = page.getByRole("button", { name: "Save search" });
  await expect(save).toHaveCount(0);
  answer();
  await save.click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Search saved")).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(save).toBeVisible();
});

test("guests whom two put on an event at once are both asked", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  const guest = (name: string) => ({ email: `${name}@example.net`, name: null, isOptional: false });
  const event = await ann.api<Named>("POST", "/api/events", {
    title: "Plan",
    date: "2027-01-27",
    time: "09:00",
    endTime: "10:00",
    attendees: [guest("ada")],
  });
  await page.goto("/app/calendar?view=week&on=2027-01-27");
  await page.locator("[data-entry]").filter({ hasText: "Plan" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit event" });
  const field = dialog.getByRole("textbox", { name: "Guests" });
  await field.or(dialog.getByRole("combobox", { name: "Guests" })).fill("grace@example.net");
  await page.keyboard.press("Enter");
  await ann.api("PATCH", `/api/events/${event.id}`, { attendees: [guest("ada"), guest("max")] });
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  const asked = async () => {
    const { attendees } = await ann.api<{ attendees: { email: string }[] }>("GET", `/api/events/${event.id}`);
    return attendees.map(({ email }) => email.split("@")[0]).toSorted();
  };
  await expect.poll(asked).toEqual(["ada", "grace", "max"]);
});
