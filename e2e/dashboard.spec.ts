import { askApart } from "./ask-apart.ts";
import { aNote, expect, test } from "./fixtures.ts";
import { card, cards, dayIn, edit, menuOf } from "./dashboard-page.ts";

const nameOfCall = ({ url }: { url: string }) => new URL(url).pathname.replace("/rpc/", "");

test("a new account's dashboard shows what is its own, and every card follows a change within a second", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await page.goto("/app/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Welcome, Ann");
  await expect(cards(page).first()).toHaveText("Tasks");
  const tasks = card(page, "Tasks");
  await expect(tasks.getByText("Nothing left to do today.")).toBeVisible();
  await expect(card(page, "Calendar").getByText("Nothing in the next three months.")).toBeVisible();
  await expect(card(page, "Notes").getByRole("heading", { name: "Write your first note" })).toBeVisible();

  const soon = { timeout: 2_000 };
  const { id } = await ann.api<{ id: string }>("POST", "/api/tasks", {
    title: "Order stone",
    dueDate: dayIn(0),
    priority: "high",
  });
  const box = tasks.getByRole("checkbox", { name: "Done: Order stone" });
  await expect(box).toBeVisible(soon);
  await expect(tasks.getByText("1 task is due today")).toBeVisible();
  await box.check();
  await expect
    .poll(async () => (await ann.api<{ status: string }>("GET", `/api/tasks/${id}`)).status)
    .toBe("done");
  await expect(tasks.getByText("1 task is due today")).toHaveCount(0);
  for (const [title, days] of [
    ["Team call", 1],
    ["Conference", 30],
    ["Fair", 40],
    ["Too late to be shown", 50],
  ] as const)
    await ann.api("POST", "/api/events", { title, date: dayIn(days), ...(days === 1 && { time: "14:00" }) });
  const events = card(page, "Calendar").getByRole("listitem");
  await expect(events).toHaveCount(3, soon);
  await expect(events.first()).toContainText(/Team call.*No location.*Tomorrow.*2:00/);
  await expect(events.nth(1)).toContainText(/[A-Z][a-z]{2} \d\d.*All day|All day.*[A-Z][a-z]{2} \d\d/);
  await aNote(ann, { title: "Tents" });
  await expect(card(page, "Notes").getByRole("link", { name: "Tents" })).toBeVisible(soon);
  await expect(card(page, "Recent Activity").getByText("Created")).toBeVisible(soon);
});

test("widgets are moved by keys, by the menu and by the pointer, each undone, and stand so on every device", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  const other = (await anotherBrowser(ann)).page;
  await page.goto("/app/dashboard");
  await other.goto("/app/dashboard");
  await edit(page);
  await expect(page.locator("html[data-keys=ready]")).toBeAttached();
  const grip = page.getByRole("button", { name: "Move Tasks" });
  await grip.focus();
  await page.keyboard.press("ArrowRight");
  await expect(cards(page).first()).toHaveText("Calendar");
  await expect(page.getByRole("button", { name: "Move Tasks" })).toBeFocused();
  await expect(cards(other).first()).toHaveText("Calendar");
  await page.keyboard.press("Control+z");
  await expect(cards(page).first()).toHaveText("Tasks");

  // Six steps lead through the panels and below them, and back.
  await page.getByRole("button", { name: "Move Tasks" }).focus();
  for (const key of [...Array<string>(6).fill("ArrowRight"), ...Array<string>(6).fill("ArrowLeft")]) {
    await page.keyboard.press(key);
    await expect(page.getByRole("button", { name: "Move Tasks" })).toBeFocused();
  }
  await expect(cards(page).first()).toHaveText("Tasks");

  await menuOf(page, "Tasks", "Move To", "Bottom right");
  await expect(cards(page).nth(5)).toHaveText("Tasks");
  await page.reload();
  await expect(cards(page).nth(5)).toHaveText("Tasks");
  await expect(cards(other).nth(5)).toHaveText("Tasks");

  const from = (await page.getByRole("button", { name: "Move Calendar" }).boundingBox())!;
  const onto = (await card(page, "Quick Actions").boundingBox())!;
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(onto.x + 100, onto.y + 40, { steps: 8 });
  await page.mouse.up();
  await expect(cards(page).first()).toHaveText("Calendar");
  await expect(cards(other).first()).toHaveText("Calendar");
  await page.keyboard.press("Escape");

  await menuOf(page, "Notes", "Remove");
  await expect(card(page, "Notes")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(card(page, "Notes")).toBeVisible();
});

test("the library is searched, filtered and added from, into a panel and below the panels", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  await page.goto("/app/components?targetPanel=topLeft");
  await expect(page.getByRole("heading", { level: 1, name: "Component Library" })).toBeVisible();
  await expect(page.getByLabel("Add to")).toHaveValue("topLeft");
  const search = page.getByPlaceholder("Search components...");
  await search.fill("nothing like it");
  await expect(page.getByText("No components found")).toBeVisible();
  await expect(page.getByText("Try adjusting your search terms or category filter")).toBeVisible();
  await search.fill("SUM");
  await expect(page.getByRole("heading", { name: /^Calculator/ })).toBeVisible();
  await page.getByRole("button", { name: "Social", exact: true }).click();
  await expect(page.getByText("No components found")).toBeVisible();
  await page.getByRole("button", { name: "All", exact: true }).click();
  await page.getByRole("button", { name: "Add Calculator" }).click();
  await expect(page.getByText("Component added to topLeft panel")).toBeVisible();
  await search.fill("");
  await page.getByLabel("Add to").selectOption("Below the panels");
  const projects = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: /^Projects/ }) });
  await projects.getByLabel("Show").selectOption("Overdue Projects");
  await page.getByRole("button", { name: "Add Overdue Projects" }).click();
  await expect(page.getByText("Overdue Projects added to selected components")).toBeVisible();
  await page.getByRole("link", { name: "Back to the dashboard" }).click();
  await expect(cards(page).first()).toHaveText("Calculator");
  const project = card(page, "Overdue Projects");
  await expect(project.getByText("No projects yet")).toBeVisible();

  const calculator = card(page, "Calculator");
  for (const key of ["0", "Decimal point", "1", "Add", "Decimal point", "2", "Equals"])
    await calculator.getByRole("button", { name: key, exact: true }).click();
  await expect(calculator.getByRole("status", { name: "Result" })).toHaveText("0.3");
});

test("what is selected is kept on the device under its key, and shown while the dashboard can't be loaded", async ({
  aPerson,
  aContext,
}) => {
  const { page, userId, context } = await aPerson();
  const key = `selectedComponents_${userId}`;
  const kept = async (): Promise<object[] | null> =>
    JSON.parse((await page.evaluate((name) => localStorage.getItem(name), key)) ?? "null");
  await page.goto("/app/components");
  for (const name of ["Calculator", "Countdown", "Calculator"]) {
    await page.getByRole("button", { name: `Add ${name}` }).click();
    await expect(page.getByText(`${name} added to selected components`)).toBeVisible();
  }
  // Added again, it takes the place of the earlier one.
  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
  await expect.poll(kept).toEqual([
    { id: "countdown", componentKey: "countdown", name: "Countdown", addedAt: moment },
    { id: "simple-calculator", componentKey: "simple-calculator", name: "Calculator", addedAt: moment },
  ]);

  // Another device, whose browser has kept nothing else.
  const other = await (await aContext({ storageState: await context.storageState() })).newPage();
  await other.addInitScript(
    ([name, value]) => localStorage.setItem(name!, value!),
    [
      key,
      JSON.stringify([
        { id: "countdown", componentKey: "countdown", name: "Countdown" },
        { id: "clock", componentKey: "clock" },
      ]),
    ],
  );
  await askApart(other.context());
  let isBroken = true;
  await other
    .context()
    .route("**/rpc/layouts/list*", (route) =>
      isBroken ? route.fulfill({ status: 400, json: { json: { code: "INVALID_INPUT" } } }) : route.continue(),
    );
  await other.goto("/app/dashboard");
  await expect(other.getByText("Failed to load dashboard layout")).toBeVisible();
  await expect(card(other, "Countdown").getByText(/days/)).toBeVisible();
  await expect(cards(other)).toHaveCount(1);
  isBroken = false;
  await other
    .getByRole("button", { name: "Try again" })
    .first()
    .click({ timeout: 2_000 })
    .catch(() => undefined);
  await expect(cards(other)).toHaveCount(8, { timeout: 30_000 });
});

test("the widgets of a dashboard get their first values in one request @fetches-ahead", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === "/rpc/batch")
      asked.push(...(request.postDataJSON() as { url: string }[]).map(nameOfCall));
    else if (pathname.startsWith("/rpc/")) asked.push(`alone: ${pathname.slice(5)}`);
  });
  // On a machine that is busy enough its parts come later than the first call waits for others.
  await expect(async () => {
    asked.length = 0;
    await page.goto("/app/dashboard");
    await expect(card(page, "Tasks").getByText("Nothing left to do today.")).toBeVisible();
    for (const call of ["tasks/list", "events/list", "calendars/list"]) {
      expect(asked).toContain(call);
      expect(asked).not.toContain(`alone: ${call}`);
    }
  }).toPass({ timeout: 50_000 });
});

test("several dashboards are tabs: begun from an arrangement, renamed, made the default, exported, imported, deleted and restored", async ({
  aPerson,
}) => {
  const { page } = await aPerson();
  await page.goto("/app/dashboard");
  await edit(page);
  const act = async (name: string, item: string) => {
    await page.getByRole("button", { name: `Actions for the dashboard ${name}` }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await act("Default Layout", "New Dashboard...");
  const dialog = page.getByRole("dialog", { name: "New Dashboard" });
  await dialog.getByRole("radio", { name: /^Student/ }).check();
  await dialog.getByLabel("Name").fill("Studies");
  await dialog.getByRole("button", { name: "Create" }).click();
  const tab = (name: string) => page.getByRole("tab", { name });
  await expect(tab("Studies")).toHaveAttribute("aria-selected", "true");
  await expect(page).toHaveURL(/layout=/);
  await expect(card(page, "Calculator")).toBeVisible();
  await act("Studies", "Rename...");
  await page.getByRole("dialog", { name: "Rename Dashboard" }).getByLabel("Name").fill("Term");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(tab("Term")).toBeVisible();

  const download = page.waitForEvent("download");
  await act("Term", "Export");
  const file = await (await download).path();
  const chosen = page.waitForEvent("filechooser");
  await act("Term", "Import Dashboard...");
  await (
    await chosen
  ).setFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from('{"a": 1}') });
  await expect(page.getByText("This file is no dashboard that was exported from Cairn.")).toBeVisible();
  const again = page.waitForEvent("filechooser");
  await act("Term", "Import Dashboard...");
  await (await again).setFiles(file);
  await expect(tab("Term")).toHaveCount(2);

  await act("Term", "Make Default");
  await page.goto("/app/dashboard");
  await expect(tab("Term").first()).toHaveAttribute("aria-selected", "true");
  await act("Term", "Delete");
  await expect(tab("Term")).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(tab("Term")).toHaveCount(2);
});

test("dividers move by pointer and keys, are kept, and nothing jumps when the page comes back", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await page.goto("/app/dashboard");
  await edit(page);
  const width = page.getByRole("separator", { name: "Width of the left panels" }).first();
  await expect(width).toHaveAttribute("aria-valuenow", "50");
  await width.focus();
  await page.keyboard.press("ArrowRight");
  await expect(width).toHaveAttribute("aria-valuenow", "60");
  const height = page.getByRole("separator", { name: "Height of the first row" });
  await height.focus();
  await page.keyboard.press("ArrowDown");
  await expect(height).toHaveAttribute("aria-valuenow", "35");
  const banner = page.getByRole("separator", { name: "Height of the banner" });
  await banner.focus();
  await page.keyboard.press("Shift+ArrowUp");
  await expect(banner).toHaveAttribute("aria-valuenow", "15");
  await page.getByRole("button", { name: "Save layout" }).click();
  await expect(page.getByText("Layout saved and locked")).toBeVisible();
  await expect(width).toHaveCount(0);
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node: Element | null }[];
      })[])
        if (entry.sources.some(({ node }) => node?.closest?.("#main")))
          shifts.push(
            `${entry.value} ${entry.sources.map(({ node }) => node?.textContent?.slice(0, 60)).join(" | ")}`,
          );
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.reload();
  await expect(card(page, "Notes")).toBeVisible();
  await page.waitForTimeout(1000);
  expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);
  const box = (await card(page, "Tasks").boundingBox())!;
  expect(Math.abs(box.height - 448)).toBeLessThan(2);
});
