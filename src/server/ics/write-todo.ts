import type { IcsTodo, TodoToWrite } from "./ics.ts";
import { type Kept, takeApart, takeLine, takeParams } from "./kept.ts";
import type { Moment } from "./moments.ts";
import { propertyLine, readProperty, textOf } from "./property.ts";
import { toPriority } from "./read-todo.ts";
import { lasts, momentLine, nestedLines, ruleLines, stampLines, tagsLine, textLine } from "./write-event.ts";

const PRIORITY = { high: 1, medium: 5, low: 9 };
const STATUS = { todo: "NEEDS-ACTION", doing: "IN-PROCESS", done: "COMPLETED" };

/** The lines of a VTODO, not folded. */
export function writeTodoLines(todo: TodoToWrite, now: number): string[] {
  const kept = takeApart(todo.ics);
  const start = momentOf(todo.startDate, todo.startTime, todo.timeZone);
  const due = momentOf(todo.dueDate, todo.dueTime, todo.timeZone);
  const anchor = start ?? due;
  const lines = [
    propertyLine({ name: "UID", params: takeParams(kept, "UID"), values: [todo.uid] }),
    ...stampLines(kept, now),
    ...(start ? [momentLine("DTSTART", [start], takeParams(kept, "DTSTART"))] : []),
    ...dueLines(kept, start, due),
    ...textLine(kept, "SUMMARY", todo.title),
    ...textLine(kept, "DESCRIPTION", todo.description),
    ...priorityLine(kept, todo.priority),
    statusLine(kept, todo),
    ...(todo.percent === null ? [] : [`PERCENT-COMPLETE:${todo.percent}`]),
    ...(todo.completedAt === null
      ? []
      : [momentLine("COMPLETED", [{ local: todo.completedAt.slice(0, 19), zone: "UTC" }])]),
    ...tagsLine(kept, todo.tags),
    ...(anchor ? ruleLines(kept, todo.repeat, anchor) : []),
    ...parentLine(kept, todo.parentUid),
  ];
  const nested = anchor ? nestedLines(kept, todo, { start: anchor, end: due ?? anchor }) : kept.nested.flat();
  return ["BEGIN:VTODO", ...lines, ...kept.lines, ...nested, "END:VTODO"];
}

function statusLine(kept: Kept, { status, isCancelled }: TodoToWrite): string {
  const params = takeParams(kept, "STATUS");
  return isCancelled
    ? "STATUS:CANCELLED"
    : propertyLine({ name: "STATUS", params, values: [STATUS[status]] });
}

const momentOf = (date: string | null, time: string | null, zone: string | null): Moment | null =>
  date === null
    ? null
    : { local: time === null ? date : `${date}T${time}:00`, zone: time === null ? null : zone };

function dueLines(kept: Kept, start: Moment | null, due: Moment | null): string[] {
  const duration = takeLine(kept, "DURATION");
  if (!due) return [];
  if (duration !== null && start && lasts(duration, start, due)) return [duration];
  return [momentLine("DUE", [due], takeParams(kept, "DUE"))];
}

/** As finely as its file told it, if it is still the same of ours. */
function priorityLine(kept: Kept, priority: IcsTodo["priority"]): string[] {
  const line = takeLine(kept, "PRIORITY");
  if (line !== null && toPriority(Number(textOf(readProperty(line)))) === priority) return [line];
  return priority === null ? [] : [`PRIORITY:${PRIORITY[priority]}`];
}

/** Relations of other kinds stay; the one to a parent is written anew. */
function parentLine(kept: Kept, parentUid: string | null): string[] {
  const isParent = (text: string) => {
    const type = /^RELATED-TO(?=[;:])/i.test(text) ? readProperty(text)?.params["reltype"] : "none";
    return type === undefined || (typeof type === "string" && type.toUpperCase() === "PARENT");
  };
  const told = kept.lines.filter(isParent);
  kept.lines = kept.lines.filter((text) => !isParent(text));
  if (parentUid === null) return [];
  const same = told.find((text) => textOf(readProperty(text)).trim() === parentUid);
  return [same ?? propertyLine({ name: "RELATED-TO", values: [parentUid] })];
}
