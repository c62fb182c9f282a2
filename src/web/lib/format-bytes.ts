const UNITS = ["bytes", "KB", "MB", "GB", "TB"];

/** "3.2 MB": two figures, as people read sizes. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 10 ? 0 : 1;
  return `${value.toFixed(digits)} ${unit === 0 && bytes === 1 ? "byte" : UNITS[unit]}`;
}
