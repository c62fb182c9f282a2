/** Runs at once, then at most once per `ms`, with everything gathered meanwhile. */
export function gatherPer<Item>(ms: number, run: (items: Item[]) => void): (items: Item[]) => void {
  let waiting: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    if (waiting.length === 0) return;
    const items = waiting;
    waiting = [];
    timer = setTimeout(flush, ms);
    run(items);
  };
  return (items) => {
    waiting.push(...items);
    if (timer === undefined) flush();
  };
}
