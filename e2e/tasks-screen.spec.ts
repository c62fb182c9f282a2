import type { Page } from "@playwright/test";
import { aNote, expect, test } from "./fixtures.ts";
import { imeOf } from "./ime.ts";

type Task = { id: string; title: string; completed: boolean; dueDate: string | null; tags: string[] };

const adding = (page: Page) => page.getByRole("textbox", { name: "Add a task" });
const box = (page: Page, title: string) => page.getByRole("checkbox", { name: `Done: ${title}` });
const tab = (page: Page, name: string) => page.getByRole("tab", { name });

async function add(page: Page, words: string): Promise<void> {
  await adding(page).fill(words);
  await adding(page).press("Enter");
  await expect(adding(page)).toHaveValue("");
}

const at = (days: number): string => {
  const day = new Date();
  day.setDate(day.getDate() + days);
  return `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, "0")}-${String(day.getDate()).padStart(2, "0")}`;
};

test("a task is added in words, ticked, taken back, edited, deleted and restored, each undone by one press", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await page.goto("/app/tasks");
  await expect(page.getByRole("heading", { name: "Nothing due today" })).toBeVisible();
  await adding(page).fill("Call Ana tomorrow at 5pm #calls !high ~20m every month");
  for (const understood of [
    /^Tomorrow, from/,
    /^5:00.PM, from/,
    /^calls,/,
    /^High/,
    /^20 min,/,
    /^every month,/,
  ])
    await expect(page.getByRole("button", { name: understood })).toBeVisible();
  await page.getByRole("button", { name: /^20 min,/ }).click();
  await expect(page.getByRole("button", { name: /^20 min,/ })).toHaveCount(0);
  await page.getByRole("button", { name: /^every month,/ }).click();
  await adding(page).focus();
  await adding(page).press("Enter");
  await expect(page.getByText("Task created successfully")).toBeVisible();
  await tab(page, "Upcoming").click();
  await expect(page.getByRole("heading", { name: "Tomorrow" })).toBeVisible();
  // What was taken back stays among the words.
  const title = "Call Ana ~20m every month";
  const ana = box(page, title);
  // Not check(), which would look for the tick of a box that has left the list.
  await ana.click();
  await expect(ana).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(ana).not.toBeChecked();

  await page.getByRole("button", { name: title, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Edit task" });
  await dialog.getByLabel("Title").fill("Call Ana and Ben");
  await dialog.getByLabel("Priority").selectOption("High");
  await dialog.getByLabel("Tags").fill("home, phone");
  await dialog.getByLabel("Estimate").fill("1h30");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(box(page, "Call Ana and Ben")).toBeVisible();
  await expect(page.getByLabel("High priority")).toBeVisible();
  await expect(page.getByText("1 h 30 min")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "home", exact: true }).click();
  await expect(page).toHaveURL(/tag=home/);
  await expect(box(page, "Call Ana and Ben")).toBeVisible();

  await page.getByRole("listitem").filter({ hasText: "Call Ana and Ben" }).hover();
  await page.getByRole("button", { name: "Actions for Call Ana and Ben" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByText("Task deleted successfully")).toBeVisible();
  await expect(box(page, "Call Ana and Ben")).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(box(page, "Call Ana and Ben")).toBeVisible();
});

test("a task has steps of its own, which are ticked in it, opened from it, and go and come back with it", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await ann.api("POST", "/api/tasks", { title: "Move house" });
  await page.goto("/app/tasks?view=anytime");
  await page.getByRole("button", { name: "Move house", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Edit task" });
  const adding = dialog.getByRole("textbox", { name: "Add a sub-task" });
  for (const step of ["Pack the books", "Call the movers"]) {
    await adding.fill(step);
    await adding.press("Enter");
    await expect(dialog.getByRole("checkbox", { name: `Done: ${step}` })).toBeVisible();
  }
  await dialog.getByRole("checkbox", { name: "Done: Pack the books" }).check();
  await dialog.getByRole("button", { name: "Call the movers", exact: true }).click();
  await expect(dialog.getByLabel("Title")).toHaveValue("Call the movers");
  await dialog.getByLabel("Description").fill("Two rooms");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(box(page, "Call the movers")).toBeVisible();
  await expect(box(page, "Pack the books")).toHaveCount(0);
  const row = page.getByRole("listitem").filter({ hasText: "Move house" });
  await row.hover();
  await page.getByRole("button", { name: "Actions for Move house" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(box(page, "Call the movers")).toBeVisible();
});

test("the Enter that ends a Japanese word adds nothing yet, and words from right to left are read as well", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  await page.goto("/app/tasks?view=anytime");
  await adding(page).focus();
  const ime = await imeOf(page);
  await ime.show("かいもの あした");
  await ime.key("Enter");
  await ime.put("買い物 明日");
  await expect(adding(page)).toHaveValue("買い物 明日");
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Tomorrow, from 明日/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(box(page, "買い物")).toBeVisible();
  await add(page, "לקנות חלב tomorrow");
  await expect(box(page, "לקנות חלב")).toBeVisible();
});

test("tasks stand in their views: late and due today on My Day, by day in Upcoming, undated in Anytime, done in Done", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  for (const [title, dueDate] of [
    ["Late one", at(-2)],
    ["Today's one", at(0)],
    ["Next week's one", at(9)],
    ["Some day", null],
  ] as const)
    await ann.api("POST", "/api/tasks", { title, dueDate });
  const noteId = await aNote(ann, { title: "List", text: "- [ ] From a note" });
  await page.goto("/app/tasks");
  await expect(page.getByRole("region", { name: "Overdue" }).getByRole("checkbox")).toHaveCount(1);
  await expect(box(page, "Today's one")).toBeVisible();
  await expect(page.getByRole("checkbox")).toHaveCount(2);
  await tab(page, "Upcoming").click();
  await expect(page.getByRole("checkbox")).toHaveCount(3);
  await tab(page, "Anytime").click();
  await expect(box(page, "Some day")).toBeVisible();
  await page.getByRole("button", { name: "Open the note of From a note" }).click();
  await expect(page).toHaveURL(new RegExp(noteId));
  await page.goBack();
  await box(page, "From a note").check();
  await expect
    .poll(
      async () => (await ann.api<{ text: string }>("GET", `/api/notes/${noteId}/body?format=markdown`)).text,
    )
    .toContain("[x]");
  await tab(page, "Done").click();
  await expect(box(page, "From a note")).toBeChecked();
  await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();

  // My Day takes what is due on no day.
  await tab(page, "Anytime").click();
  await page.getByRole("listitem").filter({ hasText: "Some day" }).hover();
  await page.getByRole("button", { name: "Actions for Some day" }).click();
  await page.getByRole("menuitem", { name: "Add to My Day" }).click();
  await tab(page, "My Day").click();
  await expect(box(page, "Some day")).toBeVisible();
});

test("two browsers see each other's tasks at once, and both tick at the same moment", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const other = await anotherBrowser(ann);
  for (const { page } of [ann, other]) await page.goto("/app/tasks?view=anytime");
  await Promise.all([add(ann.page, "From here"), add(other.page, "From there")]);
  for (const { page } of [ann, other]) {
    await expect(box(page, "From here")).toBeVisible();
    await expect(box(page, "From there")).toBeVisible();
  }
  // No check(): once ticked they go, and it would look whether they are.
  await Promise.all([box(ann.page, "From here").click(), box(other.page, "From there").click()]);
  for (const { page } of [ann, other]) await expect(page.getByRole("checkbox")).toHaveCount(0);
});

test("what another device changes while a task is open stays, and an undo overwrites nothing that came after", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const { id } = await ann.api<Task>("POST", "/api/tasks", { title: "Paint", dueDate: at(0) });
  await page.goto("/app/tasks?view=anytime");
  await page.getByRole("button", { name: "Paint", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Edit task" });
  await ann.api("PATCH", `/api/tasks/${id}`, { dueDate: at(4), priority: "high" });
  await expect(page.getByLabel("High priority")).toBeAttached();
  await dialog.getByLabel("Tags").fill("house");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Task updated")).toBeVisible();
  expect(await ann.api("GET", `/api/tasks/${id}`)).toMatchObject({
    dueDate: at(4),
    priority: "high",
    tags: ["house"],
  });
  await ann.api("PATCH", `/api/tasks/${id}`, { tags: ["garden"] });
  await page.keyboard.press("Control+z");
  await expect(page.getByText("Changed again since; not undone")).toBeVisible();
  expect(await ann.api("GET", `/api/tasks/${id}`)).toMatchObject({ tags: ["garden"] });

  // Under a tag, what is added has it.
  await page.goto("/app/tasks?view=anytime&tag=garden");
  await add(page, "Rake the leaves");
  await expect(box(page, "Rake the leaves")).toBeVisible();
});

test("a card on the board says that it is late and how much it matters", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await ann.api("POST", "/api/tasks", { title: "Call", priority: "high", dueDate: at(-1) });
  await ann.api("POST", "/api/tasks", { title: "Rest", dueDate: at(1) });
  await page.goto("/app/tasks?view=anytime&layout=board");
  await expect(page.getByRole("button", { name: /^Call/ })).toHaveAccessibleName(
    "Call High priority Overdue: Yesterday",
  );
  await expect(page.getByRole("button", { name: /^Rest/ })).toHaveAccessibleName("Rest Tomorrow");
});

test("a repeating task that is done on the board comes again, and its undo puts the day back", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const given = { title: "Water", dueDate: at(0), startDate: at(-1), myDay: at(0), repeat: "FREQ=DAILY" };
  const { id } = await ann.api<Task>("POST", "/api/tasks", given);
  await page.goto("/app/tasks?view=anytime&layout=board");
  const card = page.getByRole("button", { name: /^Water/ });
  for (const [column, words] of [
    ["In progress", "Task updated"],
    ["Done", "Done. Next: Tomorrow"],
  ] as const) {
    await card.focus();
    await page.keyboard.press("Alt+ArrowRight");
    await expect(page).toHaveURL(/layout=board/);
    await expect(page.getByLabel("Messages").getByText(words)).toBeVisible();
    if (column === "In progress")
      await expect(page.getByRole("region", { name: "In progress" }).locator("[data-card]")).toHaveCount(1);
  }
  await expect
    .poll(() => ann.api("GET", `/api/tasks/${id}`))
    .toMatchObject({ dueDate: at(1), startDate: at(0), myDay: null, status: "todo" });
  await page.keyboard.press("Control+z");
  await expect.poll(() => ann.api("GET", `/api/tasks/${id}`)).toMatchObject({ ...given, status: "doing" });
});

test(
  "without the server tasks are added and ticked, stand after a reload, and arrive when it is back",
  { tag: "@service-worker" },
  async ({ aPerson, server }) => {
    const ann = await aPerson();
    const { page } = ann;
    await page.goto("/app/tasks?view=anytime");
    await add(page, "Known before");
    await add(page, "Ticked away");
    await expect(box(page, "Ticked away")).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await server.stop();
    await add(page, "Written offline");
    await box(page, "Ticked away").check();
    await page.reload();
    await expect(box(page, "Known before")).toBeVisible();
    await expect(box(page, "Written offline")).toBeVisible();
    await server.start();
    await expect
      .poll(
        async () =>
          (await ann.api<{ tasks: Task[] }>("GET", "/api/tasks").catch(() => ({ tasks: [] }))).tasks
            .map(({ title, completed }) => `${title} ${completed}`)
            .sort(),
        { timeout: 40_000 },
      )
      .toEqual(["Known before false", "Ticked away true", "Written offline false"]);
    await expect(box(page, "Ticked away")).toHaveCount(0);
  },
);

test("what the server refuses is said, with Retry, and shows as it was", async ({ aPerson }) => {
  const ann = await aPerson();
  const { page } = ann;
  await ann.api("POST", "/api/tasks", { title: "Stays", dueDate: at(0) });
  await page.goto("/app/tasks");
  await expect(box(page, "Stays")).toBeVisible();
  for (const operation of ["create", "update", "removeMany", "list"])
    await page.route(`**/rpc/tasks/${operation}`, (route) => route.fulfill({ status: 500, body: "{}" }));
  await adding(page).fill("Refused");
  await adding(page).press("Enter");
  await expect(page.getByText("Failed to create task")).toBeVisible();
  await box(page, "Stays").click();
  await expect(page.getByText("Failed to update task")).toBeVisible();
  await expect(box(page, "Stays")).not.toBeChecked();
  await page.getByRole("listitem").filter({ hasText: "Stays" }).hover();
  await page.getByRole("button", { name: "Actions for Stays" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByText("Failed to delete task")).toBeVisible();
  await page.unroute("**/rpc/tasks/update");
  await page.unroute("**/rpc/tasks/removeMany");
  await page.unroute("**/rpc/tasks/create");
  await page.getByLabel("Messages").getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("Task deleted successfully")).toBeVisible();
  await page.goto("/app/tasks?view=done");
  // After four tries in seven seconds.
  const told = page.getByRole("region", { name: "Messages" });
  await expect(told).toContainText("ErrorFailed to load tasks", { timeout: 30_000 });
  await expect(page.getByRole("main").getByText("Failed to load tasks")).toBeVisible();
  await page.unroute("**/rpc/tasks/list");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Nothing done yet" })).toBeVisible();
});

test("the palette adds a task, the board moves it by keys, and the phone has the same list", async ({
  aPerson,
  onPhone,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await page.goto("/app/dashboard");
  await page.locator("html[data-keys=ready]").waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill(">New Task");
  await page.keyboard.press("Enter");
  await expect(adding(page)).toBeFocused();
  await page.keyboard.type("Paint the fence");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Board" }).click();
  const card = page.locator("[data-card]", { hasText: "Paint the fence" });
  await card.focus();
  const kept = async () =>
    (await ann.api<{ tasks: (Task & { status: string })[] }>("GET", "/api/tasks")).tasks[0]?.status;
  for (const [key, column, status] of [
    ["Alt+ArrowRight", "In progress", "doing"],
    ["Alt+ArrowRight", "Done", "done"],
    ["Alt+ArrowLeft", "In progress", "doing"],
  ] as const) {
    await expect(card).toBeFocused();
    await page.keyboard.press(key);
    await expect.poll(kept).toBe(status);
    await expect(page.getByRole("region", { name: column }).locator("[data-card]")).toHaveCount(1);
  }
  const phone = await onPhone(ann);
  await phone.goto("/mobile/tasks");
  await expect(box(phone, "Paint the fence")).toBeVisible();
  await phone.getByRole("listitem").filter({ hasText: "Paint the fence" }).locator("label").tap();
  await expect(page.getByRole("region", { name: "Done" }).locator("[data-card]")).toHaveCount(1);
  // The specification's way to add one.
  await page.goto("/app/calendar?createTask=true");
  await expect(adding(page)).toBeFocused();
  await page.keyboard.type("Oil the hinges today");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Task created successfully")).toBeVisible();
  await expect(adding(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/app\/calendar$/);
  await expect(page.getByRole("button", { name: /Oil the hinges/ })).toBeVisible();
});
