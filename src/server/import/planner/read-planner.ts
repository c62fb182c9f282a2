import { join, posix } from "node:path";
import { Refused } from "../../extract/refused.ts";
import { readText } from "../formats/read-text.ts";
import type { Stage } from "../reading/stage.ts";
import { rowsOfTasks } from "./planner-task.ts";
import { type PlannerNote, readTickTick } from "./ticktick.ts";
import { readTodoist } from "./todoist.ts";

const TABLE_MAX_BYTES = 50_000_000;

/** The table of another planner as tasks, and as notes what was one there. @throws Refused */
export async function readPlanner(
  kind: "todoist" | "ticktick",
  path: string,
  stage: Stage,
  timeZone: string,
): Promise<void> {
  const text = await readText(join(stage.root, path), TABLE_MAX_BYTES);
  const { tasks, notes } =
    kind === "todoist"
      ? { tasks: readTodoist(text, path, new Date(), timeZone), notes: [] }
      : readTickTick(text, timeZone);
  if (tasks.length + notes.length === 0) throw new Refused("There are no tasks in it");
  for (const line of rowsOfTasks(path, tasks)) stage.addRows(line);
  for (const note of notes) await writeNote(posix.dirname(path), note, stage);
}

/** Its text is Markdown there as well. */
async function writeNote(folder: string, { title, text, tags, folder: list }: PlannerNote, stage: Stage) {
  const target = await stage.freeName(
    posix.join(folder, list.replaceAll(/[/\\]/g, "-") || "."),
    title,
    ".md",
  );
  const head = `---\ntitle: ${JSON.stringify(title)}\ntags: ${JSON.stringify(tags)}\n---\n\n`;
  await stage.writeFile(target, Buffer.from(head + text));
}
