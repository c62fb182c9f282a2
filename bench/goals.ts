import type { Row } from "./row.ts";

type Measured = Row & { size: number };

/** The goals of each row; `of` gets the row and answers whether it is reached. */
const GOALS: { rows: RegExp; goal: string; of: (row: Measured) => boolean }[] = [
  { rows: /^save a key, writes forced/, goal: ">= 1 sync", of: ({ figure }) => figure.p50 >= 1 },
  { rows: /^create, one client$/, goal: "p50 <= 2.5 ms", of: ({ figure }) => figure.p50 <= 2.5 },
  { rows: /^create, CPU/, goal: "<= 6 ms", of: ({ figure }) => figure.p50 <= 6 },
  { rows: /^create, disk/, goal: "<= 10 KB", of: ({ figure }) => figure.p50 <= 10 },
  { rows: /^create 20,000 words$/, goal: "<= 150 ms", of: ({ figure }) => figure.p50 <= 150 },
  { rows: /^created to found, idle$/, goal: "<= 20 ms", of: ({ figure }) => figure.p50 <= 20 },
  { rows: /^created to found, eight/, goal: "p95 <= 1 s", of: ({ figure }) => figure.p95 <= 1_000 },
  { rows: /^backlog/, goal: ">= 300 notes/s", of: ({ figure }) => figure.p50 >= 300 },
  { rows: /^create, eight clients$/, goal: ">= 500 notes/s", of: ({ figure }) => figure.p50 >= 500 },
  { rows: /^list 50$/, goal: "p50 <= 2 ms", of: ({ figure }) => figure.p50 <= 2 },
  {
    rows: /^read a (note|body)$/,
    goal: "p50 <= 1 ms over bare HTTP",
    of: ({ figure, floor }) => figure.p50 - floor!.p50 <= 1,
  },
  {
    rows: /^search: /,
    goal: "p95 <= 12 ms to 10k, 30 ms at 100k",
    of: ({ figure, size }) => figure.p95 <= (size > 10_000 ? 30 : 12),
  },
  {
    rows: /^type, .* with origins/,
    goal: "<= 0.2 ms over without",
    of: ({ figure, floor }) => figure.p50 - floor!.p50 <= 0.2,
  },
  { rows: /^analytics: /, goal: "p95 <= 300 ms", of: ({ figure }) => figure.p95 <= 300 },
  { rows: /^search engines, check/, goal: "<= 200 ms", of: ({ figure }) => figure.p95 <= 200 },
  { rows: /^metrics of a page/, goal: "<= 1 %", of: ({ figure }) => figure.p50 <= 1 },
  { rows: /^chat, the model/, goal: "p95 <= 50 ms", of: ({ figure }) => figure.p95 <= 50 },
  { rows: /^chat, longest task/, goal: "<= 50 ms", of: ({ figure }) => figure.p50 <= 50 },
  { rows: /^(question|related|passages)/, goal: "p95 <= 100 ms", of: ({ figure }) => figure.p95 <= 100 },
  {
    rows: /^public page/,
    goal: ">= half of bare HTTP",
    of: ({ figure, floor }) => 2 * figure.p50 >= floor!.p50,
  },
  {
    rows: /^first page.*, cold$/,
    goal: "<= 2.5x minimal React",
    of: ({ figure, floor }) => figure.p50 <= 2.5 * floor!.p50,
  },
  {
    rows: /^first page.*, warm$/,
    goal: "<= 2x minimal React",
    of: ({ figure, floor }) => figure.p50 <= 2 * floor!.p50,
  },
  { rows: /^first page.*, requests$/, goal: "<= 18", of: ({ figure }) => figure.p50 <= 18 },
  {
    rows: /^first page of the app, cold, JavaScript$/,
    goal: "<= 200 KB",
    of: ({ figure }) => figure.p50 <= 200,
  },
  {
    rows: /^first page of the app, cold, JavaScript to/,
    goal: "<= 450 KB",
    of: ({ figure }) => figure.p50 <= 450,
  },
  { rows: /layout shift$/, goal: "0", of: ({ figure }) => figure.p50 === 0 },
  { rows: /^slow line, first paint/, goal: "<= 2.5 s", of: ({ figure }) => figure.p50 <= 2_500 },
  { rows: /^slow line, dashboard stands/, goal: "<= 4 s", of: ({ figure }) => figure.p50 <= 4_000 },
  { rows: /^open a note, first/, goal: "<= 100 ms", of: ({ figure }) => figure.p50 <= 100 },
  { rows: /^open a note, seen/, goal: "<= 40 ms", of: ({ figure }) => figure.p50 <= 40 },
  {
    rows: /^open 20,000 words/,
    goal: "<= 2x bare ProseMirror",
    of: ({ figure, floor }) => figure.p50 <= 2 * floor!.p50,
  },
  { rows: /^open 100,000 words/, goal: "<= 1 s", of: ({ figure }) => figure.p50 <= 1_000 },
  { rows: /^tasks, 10,000/, goal: "p95 <= 10 ms", of: ({ figure }) => figure.p95 <= 10 },
  {
    rows: /^calendar, a(n event| week)/,
    goal: "<= 1.5x the floor",
    of: ({ figure, floor }) => figure.p50 <= 1.5 * floor!.p50,
  },
  {
    rows: /^dashboard, /,
    goal: "<= 1.5x the floor",
    of: ({ figure, floor }) => figure.p50 <= 1.5 * floor!.p50,
  },
  { rows: /^10,000 reminders/, goal: "p95 <= 1 min", of: ({ figure }) => figure.p95 <= 60_000 },
  { rows: /^calendar, 10,000.*month$/, goal: "p95 <= 50 ms", of: ({ figure }) => figure.p95 <= 50 },
  { rows: /^quick add/, goal: "p95 <= 16.7 ms", of: ({ figure }) => figure.p95 <= 16.7 },
  { rows: /^search box/, goal: "<= 100 ms", of: ({ figure }) => figure.p50 <= 100 },
  { rows: /^slowest answer to a press/, goal: "<= 100 ms", of: ({ figure }) => figure.p50 <= 100 },
  { rows: /^type, (beside|while)/, goal: "p95 <= 12 ms", of: ({ figure }) => figure.p95 <= 12 },
  {
    rows: /^(Enter|Backspace|paste|undo)/,
    goal: "<= 1.5x bare ProseMirror",
    of: ({ figure, floor }) => figure.p50 <= 1.5 * floor!.p50,
  },
  {
    rows: /^type, 200 words: key/,
    goal: "<= 1.5x bare ProseMirror",
    of: ({ figure, floor }) => figure.p50 <= 1.5 * floor!.p50,
  },
  { rows: /^type, 20,000 words: key/, goal: "p95 <= 12 ms", of: ({ figure }) => figure.p95 <= 12 },
  { rows: /^type, 100,000 words: CPU/, goal: "<= 20 ms", of: ({ figure }) => figure.p50 <= 20 },
  {
    rows: /^key to the other screen/,
    goal: "<= 2x bare socket, p95 <= 15 ms (25 at 20,000 words)",
    of: ({ name, figure, floor }) =>
      figure.p50 <= 2 * floor!.p50 && figure.p95 <= (name.includes("20,000") ? 25 : 15),
  },
  {
    rows: /^history diff/,
    goal: "<= jsdiff on the bare texts",
    of: ({ figure, floor }) => figure.p50 <= floor!.p50,
  },
  { rows: /^explorer scrolled/, goal: "p95 <= 16.7 ms", of: ({ figure }) => figure.p95 <= 16.7 },
  {
    rows: /^project of 5,000 tasks, .* scrolled/,
    goal: "<= 1.5x an empty project, p95 too",
    of: ({ figure, floor }) => figure.p50 <= 1.5 * floor!.p50 && figure.p95 <= 1.5 * floor!.p95,
  },
  { rows: /^start, warm$/, goal: "<= 0.9 s", of: ({ figure }) => figure.p50 <= 900 },
  { rows: /^start, empty folder$/, goal: "<= 3 s", of: ({ figure }) => figure.p50 <= 3_000 },
  { rows: /^memory of an idle/, goal: "<= 120 MB", of: ({ figure }) => figure.p50 <= 120 },
  { rows: /^memory with/, goal: "<= 600 MB", of: ({ figure }) => figure.p50 <= 600 },
  { rows: /^memory/, goal: "<= 300 MB at 10k", of: ({ figure, size }) => size > 10_000 || figure.p50 <= 300 },
];

const GROWING: [RegExp, number][] = [
  [/^(list|read|open a note|create)/, 1.2],
  [/^search: /, 3],
];

export function goalOf(row: Measured): { goal: string; isMet: boolean } | undefined {
  const found = GOALS.find(({ rows }) => rows.test(row.name));
  return found && { goal: found.goal, isMet: found.of(row) };
}

/** How much a row may grow from the smallest size to the largest. */
export const growthLimit = (name: string) => GROWING.find(([rows]) => rows.test(name))?.[1];
