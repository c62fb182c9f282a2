import { downloadFrom, downloadText } from "../../../platform/device/download.ts";
import { t } from "../../../lib/messages/t.ts";
import { toast } from "../../../ui/toast-store.ts";
import { barsOf, legendOf, PART_COLORS, scaleOf } from "./bars.ts";
import type { ChartRow } from "./chart-rows.ts";
import { changeWords, figure } from "./periods.ts";

export type Numbers = { title: string; rows: readonly ChartRow[] };

/** A field of RFC 4180, kept from being read as a formula by a spreadsheet. */
function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** A row for each bar; of words, what was added, removed and typed in columns of their own. */
export function toCsv({ title, rows }: Numbers): string {
  const isKnown = (of: "removed" | "written") => rows.some((row) => row[of] !== undefined);
  const columns: [name: string, of: (row: ChartRow) => number][] = isKnown("removed")
    ? [
        [t("Words added"), ({ value }) => value],
        [t("Words removed"), ({ removed = 0 }) => removed],
      ]
    : [[title, ({ value }) => value]];
  if (isKnown("written")) columns.push([t("Words written"), ({ written = 0 }) => written]);
  const head = [t("Name"), ...columns.map(([name]) => name)].map(cell);
  return [head, ...rows.map((row) => [cell(row.label), ...columns.map(([, of]) => of(row))])]
    .map((line) => line.join(","))
    .join("\r\n");
}

const nameOf = (title: string, extension: string): string =>
  `${title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-")}.${extension}`;

export const downloadCsv = (numbers: Numbers): void =>
  downloadText(nameOf(numbers.title, "csv"), toCsv(numbers), "text/csv");

const [WIDTH, HEIGHT, EDGE, HEAD, FOOT] = [1200, 600, 40, 100, 40];

/** Draws the bars of a chart, with title, highest values, what its colors are and the names of its ends, in the colors of the page. */
export function downloadPicture({ title, rows }: Numbers): void {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = canvas.getContext("2d");
  if (!context) {
    toast.error(t("This browser can't draw the picture. Export a CSV file instead."));
    return;
  }
  draw(context, { title, rows });
  canvas.toBlob((blob) => {
    if (!blob) return;
    const address = URL.createObjectURL(blob);
    downloadFrom(address, nameOf(title, "png"));
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }, "image/png");
}

function draw(context: CanvasRenderingContext2D, { title, rows }: Numbers): void {
  const { fontFamily } = getComputedStyle(document.body);
  const write = (text: string, x: number, y: number, size: number, align: CanvasTextAlign, color: string) => {
    context.font = `${size}px ${fontFamily}`;
    context.textAlign = align;
    context.fillStyle = colorOf(color);
    context.fillText(text, x, y, WIDTH - 2 * EDGE);
  };
  context.fillStyle = colorOf("var(--bg)");
  context.fillRect(0, 0, WIDTH, HEIGHT);
  write(title, EDGE, 48, 28, "left", "var(--ink)");
  write(highestOf(rows), WIDTH - EDGE, 48, 20, "right", "var(--muted)");
  let legendAt = EDGE;
  for (const { part, name } of rows.some(({ removed }) => removed !== undefined) ? legendOf(rows) : []) {
    context.fillStyle = colorOf(PART_COLORS[part]);
    context.fillRect(legendAt, 68, 12, 12);
    write(name, legendAt + 18, 80, 16, "left", "var(--muted)");
    legendAt += 18 + context.measureText(name).width + 24;
  }
  const scale = scaleOf(rows);
  if (scale.isCut) write(t("The highest bars are cut off"), legendAt, 80, 16, "left", "var(--muted)");
  const room = (WIDTH - 2 * EDGE) / Math.max(1, rows.length);
  for (const [at, row] of rows.entries())
    for (const { part, top, height } of barsOf(row, scale, HEIGHT - HEAD - FOOT - 10, 1)) {
      context.fillStyle = colorOf(PART_COLORS[part]);
      context.fillRect(EDGE + at * room + room * 0.1, HEAD + top, room * 0.8, height);
    }
  write(rows[0]?.label ?? "", EDGE, HEIGHT - 12, 18, "left", "var(--muted)");
  if (rows.length > 1) write(rows.at(-1)!.label, WIDTH - EDGE, HEIGHT - 12, 18, "right", "var(--muted)");
}

/** The most of a bar: of words what was added and what was removed. */
function highestOf(rows: readonly ChartRow[]): string {
  const most = (of: (row: ChartRow) => number) => Math.max(0, ...rows.map(of));
  const value = most((row) => row.value);
  return rows.some(({ removed }) => removed !== undefined)
    ? changeWords(
        value,
        most(({ removed = 0 }) => removed),
      )
    : figure(value);
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
