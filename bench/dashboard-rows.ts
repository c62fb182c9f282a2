import { signedIn } from "./browser.ts";
import { drag, putBox, shown } from "./calendar-rows.ts";
import type { Bench, Row } from "./row.ts";

const PANELS = {
  topLeft: "task-list",
  topRight: "calendar-widget",
  middleLeft: "notes-summary",
  middleRight: "recent-activity",
  bottomLeft: "quick-actions",
  bottomRight: "activity-log",
};
const FREE = ["clock", "countdown", "bookmarks", "simple-calculator", "system-status", "random-note"];
const MORE = 13;

const placed = (component_key: string) => ({ component_key, enabled: true, props: {} });
const free = (component_key: string, id = component_key) => ({
  ...placed(component_key),
  id,
  size: "M" as const,
});

/** A dashboard with twelve widgets, beside the explorer; and a widget that is carried over 24 others. */
export async function dashboardPage(bench: Bench): Promise<Row[]> {
  const { visitor, server } = bench;
  const { layouts } = await visitor.client.layouts.list();
  const layoutId = layouts[0]!.id;
  const components = Object.fromEntries(Object.entries(PANELS).map(([panel, key]) => [panel, placed(key)]));
  const arrange = (widgets: ReturnType<typeof free>[]) =>
    visitor.client.layouts.update({
      layoutId,
      config: { components, panelSizes: {}, gridLayout: { widgets, arrangements: {} } },
    });
  await arrange(FREE.map((key) => free(key)));
  const context = await signedIn(bench);
  const page = await context.newPage();
  const ready = await shown(page, `${server.url}/app/dashboard`, "[data-note-id]", "");
  const explorer = await shown(page, `${server.url}/app/explorer`, "[data-note-id]", "");
  const more = Array.from({ length: MORE }, (_, n) => free("countdown", `countdown-${n}`));
  await arrange([...FREE.map((key) => free(key)), ...more]);
  await page.goto(`${server.url}/app/dashboard`);
  await page.getByRole("button", { name: "Edit the dashboard" }).click();
  const grip = page.locator('[data-slot="topLeft"]').getByRole("button", { name: /^Move/ });
  await grip.waitFor();
  await page.waitForTimeout(1_500);
  const dragged = await drag(page, (await grip.boundingBox())!);
  await page.keyboard.press("Escape");
  const bare = await context.newPage();
  await bare.goto("about:blank");
  await bare.evaluate(putBox);
  const box = await drag(bare, { x: 100, y: 100, width: 100, height: 40 });
  await context.close();
  await visitor.client.workspace.update({ isDashboardEditing: false });
  await visitor.client.layouts.update({
    layoutId,
    config: { components: {}, panelSizes: {}, gridLayout: { widgets: [], arrangements: {} } },
  });
  return [
    {
      name: "dashboard, twelve widgets ready",
      unit: "ms",
      figure: ready,
      floor: explorer,
      floorName: "the explorer",
    },
    {
      name: "dashboard, a widget dragged over 24: move to paint",
      unit: "ms",
      figure: dragged,
      floor: box,
      floorName: "one box on an empty page",
    },
  ];
}
