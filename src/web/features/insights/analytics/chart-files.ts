import { downloadFrom, downloadText } from "../../../platform/device/download.ts";
import { t } from "../../../lib/messages/t.ts";
import { toast } from "../../../ui/toast-store.ts";

export type Numbers = { title: string; rows: readonly { label: string; value: number }[] };

/** A field of RFC 4180, kept from being read as a formula by a spreadsheet. */
function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
}

export const toCsv = ({ title, rows }: Numbers): string =>
  [`${cell(t("Name"))},${cell(title)}`, ...rows.map(({ label, value }) => `${cell(label)},${value}`)].join(
    "\r\n",
  );

const nameOf = (title: string, extension: string): string =>
  `${title.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-")}.${extension}`;

export const downloadCsv = (numbers: Numbers): void =>
  downloadText(nameOf(numbers.title, "csv"), toCsv(numbers), "text/csv");

const [WIDTH, HEIGHT, EDGE, HEAD, FOOT] = [1200, 600, 40, 80, 40];

/** Draws the bars of a chart, with title, highest value and the names of its ends, in the colors of the page. */
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
  context.fillStyle = colorOf("--bg");
  context.fillRect(0, 0, WIDTH, HEIGHT);
  write(title, EDGE, 48, 28, "left", "--ink");
  const most = Math.max(1, ...rows.map(({ value }) => value));
  write(String(most), WIDTH - EDGE, 48, 20, "right", "--muted");
  const room = (WIDTH - 2 * EDGE) / Math.max(1, rows.length);
  context.fillStyle = colorOf("--accent-fill");
  for (const [at, { value }] of rows.entries()) {
    const height = (value / most) * (HEIGHT - HEAD - FOOT - 10);
    context.fillRect(EDGE + at * room + room * 0.1, HEIGHT - FOOT - height, room * 0.8, height);
  }
  write(rows[0]?.label ?? "", EDGE, HEIGHT - 12, 18, "left", "--muted");
  if (rows.length > 1) write(rows.at(-1)!.label, WIDTH - EDGE, HEIGHT - 12, 18, "right", "--muted");
}

/** What a color of the theme is in the mode that is on: a canvas knows nothing of variables. */
function colorOf(variable: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${variable})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
