import type { Page } from "@playwright/test";
import { aNote, expect, openEditor, test } from "./fixtures.ts";
import { card } from "./dashboard-page.ts";
import { askApart } from "./ask-apart.ts";
import { placed, setDashboard } from "./set-dashboard.ts";

const today = (page: Page) => card(page, "Writing Goal").getByTestId("words-today");

/** Words of an open note are counted every fifteen seconds (decision 182). */
const COUNTED = { timeout: 40_000 };

const WIDGETS = {
  components: {
    topLeft: placed("writing-goal"),
    topRight: placed("analytics-overview"),
    middleLeft: placed("heatmap"),
    middleRight: placed("notes-summary"),
  },
};

test("words typed in one browser change the goal, the overview and the heatmap of another within seconds", async ({
  aPerson,
  anotherBrowser,
}) => {
  const ann = await aPerson();
  await setDashboard(ann, WIDGETS);
  const id = await aNote(ann, { title: "Diary" });
  const there = await anotherBrowser(ann);
  await there.page.goto("/app/dashboard");
  await expect(today(there.page)).toHaveText("0");
  await openEditor(ann.page, id);
  await ann.page.getByRole("textbox", { name: "Note text" }).click();
  await ann.page.keyboard.type("Dry stone walls outlast their builders");
  await expect(today(there.page)).toHaveText("6", COUNTED);
  await expect(card(there.page, "Notes").getByText("6 of 1,500 words today")).toBeVisible();
  await expect(card(there.page, "Analytics Overview").getByText("Last week by now: 0")).toBeVisible();
  await expect(card(there.page, "Writing Heatmap").getByText(/: 6 words$/)).toBeVisible();
  await ann.page.keyboard.press("ControlOrMeta+Backspace");
  await expect(today(there.page)).toHaveText("5", COUNTED);
});

test("the goal is set on its card and holds on every device; the heatmap goes by keys, with a table behind it", async ({
  aPerson,
}) => {
  const { page, ...ann } = await aPerson();
  await setDashboard(ann, WIDGETS);
  const body = { format: "markdown", text: "Four words by hand" };
  await ann.api("POST", "/api/notes", { title: "Diary", body, origin: "typed" });
  await page.goto("/app/dashboard");
  const goal = card(page, "Writing Goal");
  await expect(goal.getByText("1,496 words to go")).toBeVisible();
  await goal.getByRole("button", { name: "Change the daily goal" }).click();
  const field = goal.getByRole("spinbutton", { name: "Words a day" });
  await expect(field).toBeFocused();
  await field.fill("4");
  await field.press("Enter");
  await expect(goal.getByText("Goal reached")).toBeVisible();
  await expect
    .poll(async () => (await ann.api<{ settings: object }>("GET", "/api/preferences")).settings)
    .toMatchObject({ writingGoal: 4 });

  const map = card(page, "Writing Heatmap").getByRole("slider", { name: "Words written by day" });
  await expect(map).toHaveAttribute("aria-valuetext", /: 4 words$/);
  await map.focus();
  await map.press("ArrowUp");
  await expect(map).toHaveAttribute("aria-valuetext", /: 0 words$/);
  await map.press("End");
  await expect(map).toHaveAttribute("aria-valuetext", /: 4 words$/);
  await card(page, "Writing Heatmap").getByRole("button", { name: "Show as a table" }).click();
  await expect(card(page, "Writing Heatmap").getByRole("row")).toHaveCount(1);
});

test("figures that can't be loaded say so, and are there when asked again", async ({ aPerson }) => {
  const ann = await aPerson();
  await setDashboard(ann, WIDGETS);
  await askApart(ann.context);
  const calls = "**/rpc/insights/**";
  await ann.page.route(calls, (route) => route.fulfill({ status: 400, body: "{}" }));
  await ann.page.goto("/app/dashboard");
  const failed = card(ann.page, "Writing Goal").getByRole("alert");
  await expect(failed).toContainText("Couldn't load.", { timeout: 15_000 });
  await ann.page.unroute(calls);
  await failed.getByRole("button", { name: "Try again" }).click();
  await expect(today(ann.page)).toHaveText("0");
});
