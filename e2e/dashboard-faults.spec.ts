import { expect, test } from "./fixtures.ts";
import { card, cards, edit, menuOf } from "./dashboard-page.ts";
import { askApart } from "./ask-apart.ts";
import { placed, setDashboard } from "./set-dashboard.ts";

test("faults of the server are said, taken back and tried again, and no card takes another down", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  await page.goto("/app/dashboard");
  await edit(page);
  let isBroken = true;
  await page
    .context()
    .route("**/rpc/layouts/update*", (route) =>
      isBroken ? route.fulfill({ status: 500, json: { json: { code: "INTERNAL" } } }) : route.continue(),
    );
  await menuOf(page, "Notes", "Remove");
  await expect(page.getByText("Failed to update panel configuration")).toBeVisible();
  await expect(card(page, "Notes")).toBeVisible();
  await page.getByRole("button", { name: "Move Tasks" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("Failed to save panel layout")).toBeVisible();
  isBroken = false;
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(cards(page).first()).toHaveText("Calendar");
});

test("a component that can't be added says so, and keys and settings of other versions are no harm", async ({
  aPerson,
}) => {
  const ann = await aPerson();
  const { page } = ann;
  let isBroken = true;
  await page
    .context()
    .route("**/rpc/layouts/update*", (route) =>
      isBroken ? route.fulfill({ status: 500, json: { json: { code: "INTERNAL" } } }) : route.continue(),
    );
  await page.goto("/app/components?targetPanel=topRight");
  // A press before the session is known waits on the device, and is no failure yet.
  await expect(page.getByText("Connected", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Add Calculator" }).click();
  await expect(page.getByText("Failed to add component to panel")).toBeVisible();
  await page.getByLabel("Add to").selectOption("Below the panels");
  await page.getByRole("button", { name: "Add Calculator" }).click();
  await expect(page.getByText("Failed to add component to selected area")).toBeVisible();
  isBroken = false;

  await setDashboard(ann, {
    components: {
      topLeft: placed("from-the-future"),
      topRight: placed("task-list", { count: "many", shows: 7 }),
    },
  });
  await page.goto("/app/dashboard");
  await expect(page.getByText("Component Not Found")).toBeVisible();
  await expect(page.getByText('Component "from-the-future" is not available.')).toBeVisible();
  await expect(card(page, "Tasks").getByText("Nothing left to do today.")).toBeVisible();
});

test("a dashboard that can't be loaded says so, and is there once it can be", async ({ aPerson }) => {
  const { page } = await aPerson();
  let isBroken = true;
  await page
    .context()
    .route("**/rpc/layouts/list*", (route) =>
      isBroken ? route.fulfill({ status: 400, json: { json: { code: "INVALID_INPUT" } } }) : route.continue(),
    );
  await page.goto("/app/dashboard");
  await expect(page.getByText("Failed to load dashboard layout")).toBeVisible();
  const again = page.getByRole("button", { name: "Try again" }).first();
  await expect(again).toBeVisible();
  isBroken = false;
  // It may be asked for by itself before the press, when the connection comes.
  await again.click({ timeout: 2_000 }).catch(() => undefined);
  await expect(cards(page).first()).toHaveText("Tasks");
});

test("a card that can't be drawn says so alone", async ({ aPerson }) => {
  const { context } = await aPerson();
  // Not watched: what fails here is thrown on purpose.
  const page = await context.newPage();
  await askApart(context);
  let isBroken = true;
  await page
    .context()
    .route("**/rpc/tasks/list*", (route) =>
      isBroken ? route.fulfill({ json: { json: { tasks: [null], nextCursor: null } } }) : route.continue(),
    );
  await page.goto("/app/dashboard");
  const tasks = card(page, "Tasks");
  await expect(tasks.getByText("This widget couldn't be shown.")).toBeVisible();
  await expect(card(page, "Quick Actions").getByRole("button", { name: "New Note" })).toBeVisible();
  // The broken answer was kept on this device, and the next one is drawn all the same.
  isBroken = false;
  await page.reload();
  await expect(tasks.getByText("Nothing left to do today.")).toBeVisible();
});
