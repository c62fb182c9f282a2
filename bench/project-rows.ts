import type { Page } from "@playwright/test";
import { signedIn } from "./browser.ts";
import { summarise } from "./measure.ts";
import type { Bench, Row } from "./row.ts";
import { frames } from "./scroll-rows.ts";

const TASKS = 5_000;
const FRAMES = 240;
const STEP_PX = 60;
/** So often each room is opened anew, full and empty in turn. */
const RUNS = 2;
const LOADED_WITHIN_MS = 60_000;

/** What each room shows at its end once all tasks have come: of the board the longest column, of tasks to do, is the last one to end. */
const ROOMS = {
  tasks: `text="Project task ${TASKS}"`,
  board: `text="Project task ${TASKS - 1}"`,
  timeline: `[aria-setsize="${TASKS}"]`,
};

/** The rooms of a project of 5,000 tasks, all of them loaded, scrolled by a wheel that does not stop; and those of an empty project. */
export async function projectScrolling(bench: Bench): Promise<Row[]> {
  const { full, empty } = await plantProjects(bench);
  const context = await signedIn(bench);
  const page = await context.newPage();
  const rows: Row[] = [];
  for (const [room, loaded] of Object.entries(ROOMS)) {
    const floors: number[] = [];
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      await page.goto(`${bench.server.url}/app/projects/${empty}?tab=${room}`);
      await page.locator("#project-panel").waitFor();
      await page.waitForLoadState("networkidle");
      floors.push(...(await page.evaluate(frames, { count: FRAMES, step: STEP_PX, isEmpty: true })));
      await page.goto(`${bench.server.url}/app/projects/${full}?tab=${room}`);
      await loadAll(page, loaded);
      times.push(...(await page.evaluate(frames, { count: FRAMES, step: STEP_PX })));
    }
    rows.push({
      name: `project of 5,000 tasks, ${room} scrolled, a frame`,
      unit: "ms",
      figure: summarise(times),
      floor: summarise(floors),
      floorName: "an empty project",
    });
  }
  await context.close();
  await bench.owner.query("DELETE FROM tasks WHERE user_id = $1 AND title LIKE 'Project task %'", [
    bench.userId,
  ]);
  for (const projectId of [full, empty]) await bench.visitor.client.projects.remove({ projectId });
  return rows;
}

/** Each task has days of its own within two years, every fourth is under way, and every tenth waits for the one before it. */
async function plantProjects({ owner, userId, visitor }: Bench) {
  const { id: full } = await visitor.client.projects.create({ title: "Bench full" });
  const { id: empty } = await visitor.client.projects.create({ title: "Bench empty" });
  await owner.query(
    `WITH given AS (SELECT n, gen_random_uuid() AS id FROM generate_series(1, $3::int) AS n),
     planted AS (
       INSERT INTO tasks (id, user_id, title, is_started, list_position, start_date, due_date, waits_for)
       SELECT id, $1, 'Project task ' || n, n % 4 = 0, n, current_date + n % 700 - 350, current_date + n % 700 - 343,
         CASE WHEN n % 10 = 0 THEN ARRAY[lag(id) OVER (ORDER BY n)] ELSE '{}' END
       FROM given
     )
     INSERT INTO project_tasks (id, user_id, project_id) SELECT id, $1, $2 FROM given`,
    [userId, full, TASKS],
  );
  await owner.query("ANALYZE tasks, project_tasks");
  return { full, empty };
}

/** Goes to the end of the list until all of it has come, and back to its beginning. */
async function loadAll(page: Page, loaded: string): Promise<void> {
  const until = Date.now() + LOADED_WITHIN_MS;
  await page.locator("#project-panel").waitFor();
  while ((await page.locator(loaded).count()) === 0) {
    if (Date.now() > until) throw new Error(`${loaded} did not come`);
    await page.evaluate(scrollAll, 1e6);
    await page.waitForTimeout(100);
  }
  await page.evaluate(scrollAll, 0);
  await page.waitForTimeout(500);
}

/** Runs in the page. */
function scrollAll(top: number): void {
  for (const element of document.querySelectorAll("#main, #main *"))
    if (/auto|scroll/.test(getComputedStyle(element).overflowY)) element.scrollTop = top;
}
