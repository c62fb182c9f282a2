let early: KeyboardEvent[] = [];
const keep = (event: KeyboardEvent) => early.push(event);

/** What runs actions by keys comes after the first paint; keys that are pressed before it are kept for it. */
export function keepEarlyKeys(): () => void {
  if (document.documentElement.dataset.keys !== "ready") addEventListener("keydown", keep);
  return () => void takeEarlyKeys();
}

/** In the order they were pressed; from now on none is kept. */
export function takeEarlyKeys(): KeyboardEvent[] {
  removeEventListener("keydown", keep);
  const taken = early;
  early = [];
  return taken;
}
