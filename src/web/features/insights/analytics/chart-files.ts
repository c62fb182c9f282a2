import { downloadFrom, downloadText } from "../../../platform/device/download.ts";
import { t } from "../../../lib/messages/t.ts";
import { toast } from "../../../ui/toast-store.ts";
import { type ChartPicture, drawChart } from "./chart-picture.ts";
import type { ChartRow } from "./chart-rows.ts";

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

export function downloadPicture(picture: ChartPicture): void {
  const canvas = document.createElement("canvas");
  if (!drawChart(canvas, picture)) {
    toast.error(t("This browser can't draw the picture. Export a CSV file instead."));
    return;
  }
  canvas.toBlob((blob) => {
    if (!blob) return;
    const address = URL.createObjectURL(blob);
    downloadFrom(address, nameOf(picture.title, "png"));
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }, "image/png");
}
