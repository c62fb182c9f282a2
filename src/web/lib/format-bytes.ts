import { plural } from "./messages/plural.ts";

const UNITS = ["KB", "MB", "GB", "TB"];

/** "3.2 MB": two figures, as people read sizes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000)
    return plural(bytes, { one: "{count} byte", other: "{count} bytes" }, { count: bytes.toFixed(0) });
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value.toFixed(value >= 10 ? 0 : 1)} ${UNITS[unit]}`;
}
