import type { Locator, Page } from "@playwright/test";
import { dragByFinger } from "./finger.ts";
import { expect, type Person, test } from "./fixtures.ts";
import { runAxe } from "./run-axe.ts";
import { findOverflow, PHONE, THEMES, WIDE } from "./screen-audit.ts";

const TABLET = { width: 768, height: 1024 };
/** The tabs, and the days of a timeline, are wider than a phone. */
const SCROLLS = /: scrolls sideways: <div class="[^"]*(overflow-x-auto outline-none|--titles)/;
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const dayFrom = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function upload({ context }: Person, url: string, name: string): Promise<string> {
  const headers = { origin: url };
  const begun = await context.request.post(`${url}/api/files/uploads`, {
    headers: {
      ...headers,
      "upload-length": "5",
      "upload-metadata": `name ${Buffer.from(name).toString("base64")}`,
    },
  });
  const location = begun.headers()["location"]!;
  await context.request.patch(`${url}${location}`, {
    headers: { ...headers, "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    data: "words",
  });
  return location.split("/").at(-1)!;
}

/** A project with tasks that wait for each other, an event about one of its notes, and a file in it. */
async function anOrchard(ann: Person, url: string) {
  const { id, folderId } = await ann.api<{ id: string; folderId: string }>("POST", "/api/projects", {
    title: "Orchard",
  });
  const aTask = async (title: string, given: object) =>
    (await ann.api<{ id: string }>("POST", "/api/tasks", { title, projectId: id, ...given })).id;
  const dig = await aTask("Dig holes", { startDate: dayFrom(1), dueDate: dayFrom(6) });
  await aTask("Borrow a spade", { parentId: dig, dueDate: dayFrom(2) });
  await aTask("Plant pears", { startDate: dayFrom(4), dueDate: dayFrom(9), waitsFor: [dig] });
  await aTask("Pick pears", { dueDate: dayFrom(300), waitsFor: [dig] });
  await aTask("Think of a name", {});
  const file = await upload(ann, url, "plan.txt");
  const note = await ann.api<{ id: string }>("POST", "/api/notes", {
    title: "Planting day",
    folderId,
    body: { format: "markdown", text: `See [the plan](/files/${file}).` },
  });
  await ann.api("POST", "/api/events", {
    title: "Plant together",
    date: dayFrom(5),
    time: "09:00",
    noteId: note.id,
  });
  await ann.api("POST", "/api/events", { title: "Dentist", date: dayFrom(5), time: "15:00" });
  return id;
}

test("a project's files, calendar and timeline show what is in it alone, and each opens what it is about", async ({
  aPerson,
  onPhone,
  server,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const id = await anOrchard(ann, server.url);
  await page.goto(`/app/projects/${id}?tab=files`);
  const file = page.getByRole("listitem").filter({ hasText: "plan.txt" });
  await expect(file.getByRole("link", { name: "Planting day" })).toBeVisible();
  await file.getByRole("button", { name: "plan.txt", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "plan.txt" })).toContainText("Planting day");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // Others are put into it directly, several at once, and taken out.
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Add Files" }).click();
  const buffer = Buffer.from("words");
  await (
    await choosing
  ).setFiles([
    { name: "地図.txt", mimeType: "text/plain", buffer },
    { name: "بذور.csv", mimeType: "text/csv", buffer },
  ]);
  const added = (name: string) => page.getByRole("button", { name, exact: true });
  await expect(added("地図.txt")).toBeVisible();
  // Where a name has no room, its end is left out, and not its beginning.
  await expect(added("بذور.csv")).toHaveCSS("direction", "rtl");
  await page.getByRole("button", { name: "Actions for 地図.txt" }).click();
  await page.getByRole("menuitem", { name: "Remove From Project" }).click();
  await expect(added("地図.txt")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(added("地図.txt")).toBeVisible();

  // A task that is made on a day is in the project and due then.
  await tab(page, "Calendar").click();
  await tab(page, "Agenda").click();
  await expect(page.getByRole("button", { name: /^Plant together/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Starts: Plant pears/ })).toBeVisible();
  await expect(page.getByText("Dentist")).toHaveCount(0);
  await tab(page, "Month").click();
  await page
    .getByRole("button", { name: /^New task or event on / })
    .nth(10)
    .click();
  const words = page.getByRole("dialog", { name: "New task" }).getByRole("textbox");
  await words.fill("Water them");
  await words.press("Enter");
  await page.getByRole("button", { name: /^Water them ?, task, / }).click();
  const task = page.getByRole("dialog", { name: "Edit task" });
  await expect(task.getByLabel("Project").locator("option:checked")).toHaveText("Orchard");
  await page.keyboard.press("Escape");

  // So is an event, without a note, which can leave it again.
  await page
    .getByRole("button", { name: /^New task or event on / })
    .nth(12)
    .click();
  await page.getByRole("dialog").getByRole("tab", { name: "Event" }).click();
  const said = page.getByRole("dialog", { name: "New event" }).getByRole("textbox");
  await said.fill("Harvest 収穫 10:00");
  await said.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: /^Harvest 収穫/ }).click();
  const event = page.getByRole("dialog", { name: "Edit event" });
  await expect(event.getByLabel("Project").locator("option:checked")).toHaveText("Orchard");
  await event.getByLabel("Project").selectOption({ label: "None" });
  await event.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Event taken out of its project")).toBeVisible();
  await page.goto(`/app/projects/${id}?tab=calendar`);
  await expect(page.getByRole("button", { name: /^Plant together/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Harvest 収穫/ })).toHaveCount(0);

  await tab(page, "Timeline").click();
  const line = (name: RegExp) => page.getByRole("button", { name });
  await expect(line(/^Plant pears ?, .*, waits for Dig holes, starts before Dig holes ends$/)).toBeVisible();
  await expect(line(/^Borrow a spade ?, .*, sub-task of Dig holes$/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Without a day" })).toContainText("Think of a name");
  await expect(page.locator("[data-link]")).toHaveCount(2);
  await expect(page.locator("[data-link=late]")).toHaveCount(1);

  // A bar is pulled to other days by the mouse, and by keys; an end alone, too.
  const daysOf = async (title: string) => {
    type Listed = { tasks: { title: string; startDate: string; dueDate: string }[] };
    const { tasks } = await ann.api<Listed>("GET", `/api/tasks?projectId=${id}&limit=100`);
    const task = tasks.find((each) => each.title === title)!;
    return [task.startDate, task.dueDate];
  };
  const bar = (title: string) => page.getByRole("listitem").filter({ hasText: title }).locator("[data-bar]");
  const pull = async (place: Locator, days: number) => {
    const { x, y, width, height } = (await place.boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    // A day is six pixels wide here.
    await page.mouse.move(x + width / 2 + days * 6, y + height / 2, { steps: 5 });
    await page.mouse.up();
  };
  await pull(bar("Plant pears"), 5);
  await expect.poll(() => daysOf("Plant pears")).toEqual([dayFrom(9), dayFrom(14)]);
  await expect(page.locator("[data-link=late]")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => daysOf("Plant pears")).toEqual([dayFrom(4), dayFrom(9)]);
  await pull(bar("Plant pears").locator("[data-edge=end]"), 3);
  await expect.poll(() => daysOf("Plant pears")).toEqual([dayFrom(4), dayFrom(12)]);
  await line(/^Plant pears/).press("Alt+ArrowRight");
  await expect.poll(() => daysOf("Plant pears")).toEqual([dayFrom(5), dayFrom(13)]);
  await expect(line(/^Plant pears/)).toBeFocused();
  await pull(bar("Plant together"), 2);
  await expect(page.getByText(/^Moved to/)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await line(/^Pick pears/).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Edit task" }).getByLabel("Title")).toHaveValue("Pick pears");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await line(/^Plant together ?, event, /).click();
  await expect(page).toHaveURL(/\/app\/calendar\?.*event=/);
  await expect(page.getByRole("dialog").getByLabel("Title")).toHaveValue("Plant together");

  // On a phone, where buttons are as large as a finger, a day is no wider than a day.
  const phone = await onPhone(ann);
  await phone.goto(`/mobile/projects/${id}?tab=timeline`);
  const spade = phone.getByRole("listitem").filter({ hasText: "Borrow a spade" }).locator("[data-bar]");
  await expect(spade).toHaveCSS("width", "8px");
  await expect(spade).toHaveCSS("height", "28px");
  // A finger that rests on a bar pulls it; one that does not scrolls the days.
  const pears = phone.getByRole("listitem").filter({ hasText: "Plant pears" }).locator("[data-bar]");
  const from = (await pears.boundingBox())!;
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  await dragByFinger(phone, { x, y }, { x: x + 24, y }, 600);
  await expect.poll(() => daysOf("Plant pears")).toEqual([dayFrom(9), dayFrom(17)]);
  const there = (await pears.boundingBox())!;
  // Its first step is farther than a finger that rests moves, however slow the device is.
  await dragByFinger(phone, { x, y }, { x: x - 200, y }, 0);
  await expect.poll(async () => (await pears.boundingBox())!.x).toBeLessThan(there.x - 60);
  expect(await daysOf("Plant pears")).toEqual([dayFrom(9), dayFrom(17)]);
});

test("a timeline of hundreds of tasks draws those in sight, and keys lead to the others", async ({
  aPerson,
}) => {
  test.slow();
  const ann = await aPerson();
  const { page } = ann;
  const { id } = await ann.api<{ id: string }>("POST", "/api/projects", { title: "Forest" });
  for (let at = 0; at < 440; at += 20)
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        ann.api("POST", "/api/tasks", {
          title: `Tree ${at + index}`,
          projectId: id,
          ...(at < 220 && { dueDate: dayFrom(at + index) }),
        }),
      ),
    );
  await page.goto(`/app/projects/${id}?tab=timeline`);
  const row = (number: number) =>
    page.getByRole("listitem").filter({ hasText: new RegExp(`^Tree ${number}\\b`) });
  const title = (number: number) => row(number).getByRole("button");
  await expect(row(0)).toHaveAttribute("aria-setsize", "220");
  const count = () => page.locator("[data-row]").count();
  expect(await count()).toBeLessThan(120);

  await title(0).focus();
  await page.keyboard.press("ArrowDown");
  await expect(title(1)).toBeFocused();
  await page.keyboard.press("End");
  await expect(title(219)).toBeFocused();
  await expect(title(219)).toBeInViewport({ ratio: 0.9 });
  await expect(row(219)).toHaveAttribute("aria-posinset", "220");
  await expect(title(215)).toBeInViewport();
  expect(await count()).toBeLessThan(120);
  await page.keyboard.press("ArrowUp");
  await expect(title(218)).toBeFocused();

  // What has the focus keeps it out of sight, and where it is moved to another row.
  await page.mouse.move(600, 500);
  await page.mouse.wheel(0, -20_000);
  await expect(title(0)).toBeInViewport();
  await expect(title(218)).toBeFocused();
  await page.keyboard.press("Home");
  await expect(title(0)).toBeFocused();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(row(0)).toHaveAttribute("aria-posinset", /^[78]$/);
  await expect(title(0)).toBeFocused();

  const undated = page.getByRole("region", { name: "Without a day" });
  await page.mouse.wheel(0, 30_000);
  await expect(undated.locator("[aria-posinset='220']")).toBeInViewport();
  expect(await count()).toBeLessThan(120);
});

test("all tasks of a project are on its timeline, however many", async ({ aPerson }) => {
  test.slow();
  const ann = await aPerson();
  const { page } = ann;
  const { id, folderId } = await ann.api<{ id: string; folderId: string }>("POST", "/api/projects", {
    title: "Taiga",
  });
  // One note holds no more than 2,000 tasks.
  const lines = Array.from({ length: 1_150 }, (_, n) => `- [ ] Fir ${n}`);
  for (const title of ["Firs", "More firs"])
    await ann.api("POST", "/api/notes", {
      title,
      folderId,
      body: { format: "markdown", text: lines.join("\n") },
    });
  // What fails on the way is said over those that are there.
  let isBroken = true;
  await page.route("**/rpc/tasks/list", (route) =>
    isBroken && route.request().postData()?.includes('"cursor"')
      ? route.fulfill({ status: 500, body: "{}" })
      : route.fallback(),
  );
  await page.goto(`/app/projects/${id}?tab=timeline`);
  const undated = page.getByRole("region", { name: "Without a day" });
  await expect(undated.locator("[aria-setsize='500']").first()).toBeVisible();
  await expect(page.getByText("Couldn't load what's new.")).toBeVisible({ timeout: 30_000 });
  isBroken = false;
  // Unless the page has asked by itself meanwhile: then there is nothing to press any more.
  await page
    .getByRole("button", { name: "Try again" })
    .click({ timeout: 5_000 })
    .catch(() => undefined);
  await expect(undated.locator("[aria-setsize='2300']").first()).toBeVisible({ timeout: 60_000 });
  await undated.getByRole("button").first().focus();
  await page.keyboard.press("End");
  await expect(undated.locator("[aria-posinset='2300']")).toBeInViewport();
});

test("a file that is put into a project which has not reached the server yet is in it once both are there", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  await page.goto("/app/projects");
  await page.route("**/rpc/projects/create", (route) => route.abort());
  await page.getByRole("button", { name: "New Project" }).first().click();
  await page.getByRole("dialog").getByLabel("Title").fill("Late");
  await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  await tab(page, "Files").click();
  const choosing = page.waitForEvent("filechooser");
  const refused = page.waitForResponse("**/rpc/projects/addFiles");
  await page.getByRole("button", { name: "Add Files" }).click();
  const file = { name: "late.txt", mimeType: "text/plain", buffer: Buffer.from("words") };
  await (await choosing).setFiles([file]);
  expect((await refused).status()).toBe(404);
  await page.unroute("**/rpc/projects/create");
  await expect(page.getByRole("button", { name: "late.txt", exact: true })).toBeVisible({ timeout: 30_000 });
});

type Room = { name: string; id: string; shows: Locator };

/** What doesn't fit or fails axe, in each room at three widths, in one theme or the other. */
async function faultsOf(page: Page, rooms: readonly Room[]): Promise<string[]> {
  const found: string[] = [];
  for (const [index, size] of [WIDE, TABLET, PHONE].entries()) {
    await page.setViewportSize(size);
    for (const { name, id, shows } of rooms) {
      const theme = THEMES[index % 2]!;
      const label = `${name} of ${id} at ${size.width} in ${theme}`;
      await page.goto(`/app/projects/${id}?tab=${name}`);
      await expect(shows).toBeVisible();
      await page.evaluate((chosen) => (document.documentElement.dataset["theme"] = chosen), theme);
      found.push(...(await findOverflow(page, label)).filter((fault) => !SCROLLS.test(fault)));
      const { violations } = await runAxe(page, {});
      found.push(...violations.map((one) => `${label}: ${one.id} ${one.target}`));
    }
  }
  return found;
}

test("the rooms of a project pass axe and fit every width, empty or full, in both themes", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const full = await anOrchard(ann, server.url);
  const { id: empty } = await ann.api<{ id: string }>("POST", "/api/projects", { title: "Pond" });
  const rooms = [
    { name: "files", id: full, shows: page.getByRole("button", { name: "plan.txt", exact: true }) },
    { name: "calendar", id: full, shows: page.getByRole("button", { name: /^Plant together/ }).first() },
    { name: "timeline", id: full, shows: page.getByRole("button", { name: /^Plant together/ }) },
    { name: "files", id: empty, shows: page.getByText("No files in this project yet") },
    { name: "calendar", id: empty, shows: page.getByText("events of this project, appear here.") },
    { name: "timeline", id: empty, shows: page.getByText("Nothing on the timeline yet") },
  ];
  expect(await faultsOf(page, rooms)).toEqual([]);
});

test("so do its overview, tasks, board, notes, agents and what was done in it", async ({
  aPerson,
  server,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const id = await anOrchard(ann, server.url);
  await ann.api("PATCH", `/api/projects/${id}`, {
    color: "green",
    dueDate: dayFrom(30),
    description: "Pears.",
  });
  const rooms = [
    { name: "overview", id, shows: page.getByText("Pears.").first() },
    { name: "tasks", id, shows: page.getByText("Plant pears").first() },
    { name: "board", id, shows: page.getByText("Plant pears").first() },
    { name: "notes", id, shows: page.getByText("Planting day").first() },
    { name: "agents", id, shows: page.getByRole("tab", { name: "Agents", selected: true }) },
    { name: "activity", id, shows: page.getByRole("tab", { name: "Activity", selected: true }) },
  ];
  expect(await faultsOf(page, rooms)).toEqual([]);
});

test("a project's calendar asks for the tasks of the days that it shows, however many others there are", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const { id } = await ann.api<{ id: string }>("POST", "/api/projects", { title: "Orchard" });
  const aTask = (title: string, given: object) =>
    ann.api("POST", "/api/tasks", { title, projectId: id, dueDate: null, ...given });
  const day = `${new Date().getUTCFullYear() + 1}-03-15`;
  await aTask("Prune", { dueDate: day });
  await aTask("Graft", { startDate: day });
  await aTask("Spray", { plannedAt: `${day}T10:00:00Z`, plannedMinutes: 30 });
  await aTask("Think of a name", {});
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.postData() ?? ""));
  await page.goto(`/app/projects/${id}?tab=calendar&view=month&on=${day}`);
  for (const name of [/^Prune/, /^Starts: Graft/, /^Spray/])
    await expect(page.getByRole("button", { name })).toBeVisible();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Prune/ })).toHaveCount(0);
  const lists = asked.filter((data) => data.includes(`"projectId":"${id}"`) && data.includes('"position"'));
  expect(lists.length).toBeGreaterThan(0);
  expect(lists.filter((data) => !/"(?:due|start|planned)From"/.test(data))).toEqual([]);
});
