import { plural } from "../../../lib/messages/plural.ts";
import { t } from "../../../lib/messages/t.ts";
import { barsOf, legendOf, PART_COLORS, scaleOf } from "./bars.ts";
import type { ChartRow } from "./chart-rows.ts";
import { addedFigure, changeWords, figure, removedFigure } from "./periods.ts";

export type ChartPicture = {
  title: string;
  rows: readonly ChartRow[];
  told: (value: number) => string;
  /** Names with bars, one below the other; else columns along the time. */
  isList: boolean;
};

const [WIDTH, HEIGHT, EDGE, HEAD, FOOT] = [1200, 600, 40, 100, 40];
/** Of a list: the height of a row, the room for a name and between name, bar and numbers. */
const [ROW, NAME, GAP] = [40, 380, 24];
/** A canvas can't be of any height. */
const MOST_ROWS = 200;
const NAME_MAX = 100;

/** Draws a chart in the colors of the page. False where the browser has no canvas. */
export function drawChart(canvas: HTMLCanvasElement, picture: ChartPicture): boolean {
  const { title, rows, isList } = picture;
  const listed = Math.min(Math.max(rows.length, 1), MOST_ROWS + 1);
  [canvas.width, canvas.height] = [WIDTH, isList ? HEAD + listed * ROW + FOOT : HEIGHT];
  const context = canvas.getContext("2d");
  if (!context) return false;
  const pen = penOf(context);
  pen.fill(0, 0, WIDTH, canvas.height, "var(--bg)");
  pen.write(title, EDGE, 48, 28, "left", "var(--ink)");
  if (isList) drawList(pen, picture);
  else drawColumns(pen, picture);
  return true;
}

type Pen = ReturnType<typeof penOf>;

function penOf(context: CanvasRenderingContext2D) {
  const { fontFamily } = getComputedStyle(document.body);
  const setSize = (size: number) => (context.font = `${size}px ${fontFamily}`);
  return {
    write(text: string, x: number, y: number, size: number, align: CanvasTextAlign, color: string) {
      setSize(size);
      context.textAlign = align;
      context.fillStyle = colorOf(color);
      context.fillText(text, x, y, WIDTH - 2 * EDGE);
    },
    fill(x: number, y: number, width: number, height: number, color: string) {
      context.fillStyle = colorOf(color);
      context.fillRect(x, y, width, height);
    },
    widthOf(text: string, size: number): number {
      setSize(size);
      return context.measureText(text).width;
    },
  };
}

function drawList(pen: Pen, { rows, told }: ChartPicture): void {
  drawLegend(pen, rows);
  if (rows.length === 0) pen.write(t("Nothing in this period."), EDGE, HEAD + 26, 18, "left", "var(--muted)");
  const numbers = ({ value, removed }: ChartRow) =>
    removed === undefined
      ? told(value)
      : [addedFigure(value), ...(removed > 0 ? [removedFigure(removed)] : [])].join("  ");
  const shown = rows.slice(0, MOST_ROWS);
  const beside = Math.max(0, ...shown.map((row) => pen.widthOf(numbers(row), 18)));
  const from = EDGE + NAME + GAP;
  const perUnit =
    (WIDTH - EDGE - beside - GAP - from) /
    Math.max(1, ...shown.map(({ value, removed = 0 }) => value + removed));
  for (const [at, row] of shown.entries()) {
    const top = HEAD + at * ROW;
    pen.write(fitted(pen, row.label, 18), EDGE, top + 26, 18, "left", "var(--ink)");
    const added = row.value * perUnit;
    pen.fill(from, top + 10, added, 20, PART_COLORS.typed);
    pen.fill(from + added, top + 10, (row.removed ?? 0) * perUnit, 20, PART_COLORS.removed);
    pen.write(numbers(row), WIDTH - EDGE, top + 26, 18, "right", "var(--muted)");
  }
  const left = rows.length - shown.length;
  if (left > 0)
    pen.write(
      plural(left, { one: "{count} more", other: "{count} more" }, { count: figure(left) }),
      ...([EDGE, HEAD + MOST_ROWS * ROW + 26, 18, "left", "var(--muted)"] as const),
    );
}

/** As much of a name as there is room for. */
function fitted(pen: Pen, name: string, size: number): string {
  if (pen.widthOf(name, size) <= NAME) return name;
  const letters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment).slice(0, NAME_MAX);
  const cut = () => `${letters.join("").trimEnd()}\u2026`;
  while (letters.length > 1 && pen.widthOf(cut(), size) > NAME) letters.pop();
  return cut();
}

function drawColumns(pen: Pen, { rows, told }: ChartPicture): void {
  pen.write(highestOf(rows, told), WIDTH - EDGE, 48, 20, "right", "var(--muted)");
  const scale = scaleOf(rows);
  const legendEnd = drawLegend(pen, rows);
  if (scale.isCut) pen.write(t("The highest bars are cut off"), legendEnd, 80, 16, "left", "var(--muted)");
  const room = (WIDTH - 2 * EDGE) / Math.max(1, rows.length);
  for (const [at, row] of rows.entries())
    for (const { part, top, height } of barsOf(row, scale, HEIGHT - HEAD - FOOT - 10, 1))
      pen.fill(EDGE + at * room + room * 0.1, HEAD + top, room * 0.8, height, PART_COLORS[part]);
  pen.write(rows[0]?.label ?? "", EDGE, HEIGHT - 12, 18, "left", "var(--muted)");
  if (rows.length > 1) pen.write(rows.at(-1)!.label, WIDTH - EDGE, HEIGHT - 12, 18, "right", "var(--muted)");
}

/** What the colors are, of words. Returns where it ends. */
function drawLegend(pen: Pen, rows: readonly ChartRow[]): number {
  const isOfWords = rows.some(({ removed }) => removed !== undefined);
  let at = EDGE;
  for (const { part, name } of isOfWords ? legendOf(rows) : []) {
    pen.fill(at, 68, 12, 12, PART_COLORS[part]);
    pen.write(name, at + 18, 80, 16, "left", "var(--muted)");
    at += 18 + pen.widthOf(name, 16) + 24;
  }
  return at;
}

/** The most of a bar: of words what was added and what was removed. */
function highestOf(rows: readonly ChartRow[], told: (value: number) => string): string {
  const most = (of: (row: ChartRow) => number) => Math.max(0, ...rows.map(of));
  const value = most((row) => row.value);
  if (rows.every(({ removed }) => removed === undefined)) return told(value);
  return changeWords(
    value,
    most(({ removed = 0 }) => removed),
  );
}

/** What a color of the theme is in the mode that is on: a canvas knows nothing of variables. */
function colorOf(color: string): string {
  const probe = document.createElement("span");
  probe.style.color = color;
  document.body.append(probe);
  const shown = getComputedStyle(probe).color;
  probe.remove();
  return shown;
}
