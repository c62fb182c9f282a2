type Places = {
  /** How many stand beside each other. */
  columns: number;
  /** How many stand in those columns; what comes after them stands one below another. */
  inColumns: number;
  all: number;
};

/** Where a key leads from one place of a list to another; null for keys that lead nowhere. The ends are not joined. */
export function placeAfter(key: string, at: number, { columns, inColumns, all }: Places): number | null {
  const within = (place: number) => Math.max(0, Math.min(all - 1, place));
  const lineOf = (place: number) => Math.floor(place / columns);
  switch (key) {
    case "Home":
      return 0;
    case "End":
      return all - 1;
    case "ArrowLeft":
    case "ArrowRight":
      return columns > 1 ? within(at + (key === "ArrowRight" ? 1 : -1)) : null;
    case "ArrowUp":
      return within(at >= inColumns ? at - 1 : at - columns);
    case "ArrowDown": {
      if (at >= inColumns) return within(at + 1);
      const isInLastLine = lineOf(at) === lineOf(inColumns - 1);
      return isInLastLine ? within(inColumns) : Math.min(inColumns - 1, at + columns);
    }
    default:
      return null;
  }
}
