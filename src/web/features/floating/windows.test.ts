import fc from "fast-check";
import { expect, test } from "vitest";
import { FLOATING_FILLS as FILLS } from "#contract/shared/floating-fills.ts";
import { seed } from "#testing/run-seed.ts";
import {
  after,
  cascaded,
  change,
  closed,
  MOST_WINDOWS,
  opened,
  put,
  rectOf,
  tiled,
  toFront,
  topOf,
  type FloatingNote,
} from "./windows.ts";

fc.configureGlobal({ seed });

const area = { width: 1440, height: 900 };
const aNote = (noteId: string) => ({ noteId, title: noteId, content: "" });
const open = (...ids: string[]) =>
  ids.reduce<FloatingNote[]>((all, id) => opened(all, aNote(id), `w-${id}`, area), []);
const order = (windows: FloatingNote[]) => windows.map(({ noteId }) => noteId).join("");

test("a new window is 30 px further for each that exists and lies on top", () => {
  const windows = open("a", "b", "c");
  expect(windows.map(({ position }) => position)).toEqual([
    { x: 100, y: 100 },
    { x: 130, y: 130 },
    { x: 160, y: 160 },
  ]);
  expect(topOf(windows)?.noteId).toBe("c");
});

test("a note that floats already comes to the front, out of the dock as well", () => {
  const windows = change(open("a", "b"), "w-a", { isMinimized: true });
  const again = opened(windows, aNote("a"), "w-new", area);
  expect(again).toHaveLength(2);
  expect(topOf(again)).toMatchObject({ id: "w-a", isMinimized: false, position: { x: 100, y: 100 } });
});

test("minimized ones are never on top, and closing leaves the others alone", () => {
  const windows = change(open("a", "b"), "w-b", { isMinimized: true });
  expect(topOf(windows)?.noteId).toBe("a");
  expect(order(closed(windows, "w-a"))).toBe("b");
  expect(topOf(closed(windows, "w-a"))).toBeUndefined();
});

test("no more than twenty", () => {
  const many = open(...Array.from({ length: 30 }, (_, index) => String(index)));
  expect(many).toHaveLength(MOST_WINDOWS);
});

test("cycling meets every window, the minimized ones too", () => {
  const windows = change(toFront(open("a", "b", "c"), "w-a"), "w-b", { isMinimized: true });
  const met = ["w-a"];
  for (let turn = 0; turn < 3; turn++) met.push(after(windows, met.at(-1))!.id);
  expect(met).toEqual(["w-a", "w-b", "w-c", "w-a"]);
  expect(after([], undefined)).toBeUndefined();
});

test("a window keeps its wanted place while the browser's is too small for it", () => {
  const [window] = put(open("a"), "w-a", { x: 900, y: 500, width: 500, height: 350 });
  expect(rectOf(window!, { width: 800, height: 600 })).toEqual({ x: 300, y: 250, width: 500, height: 350 });
  expect(rectOf(window!, area)).toEqual({ x: 900, y: 500, width: 500, height: 350 });
});

test("tiling and cascading leave the dock alone", () => {
  const windows = change(open("a", "b", "c"), "w-b", { isMinimized: true });
  const side = tiled(windows, area);
  expect(side.map((window) => rectOf(window, area).width)).toEqual([720, 400, 720]);
  expect(cascaded(side, area).map(({ position }) => position.x)).toEqual([100, 130, 130]);
  expect(cascaded(side, area).map(({ size }) => size.height)).toEqual([450, 300, 450]);
});

test("whatever is done, the order is total and every note has one window", () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("open" as const), noteId: fc.integer({ min: 0, max: 25 }) }),
    fc.record({
      kind: fc.constantFrom("front", "close", "minimize", "fill", "tile", "cascade"),
      noteId: fc.integer({ min: 0, max: 25 }),
    }),
  );
  let made = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let windows: FloatingNote[] = [];
      for (const { kind, noteId } of steps) {
        const id = windows.find((window) => window.noteId === `${noteId}`)?.id ?? "none";
        if (kind === "open") windows = opened(windows, aNote(`${noteId}`), `w-${made++}`, area);
        else if (kind === "front") windows = toFront(windows, id);
        else if (kind === "close") windows = closed(windows, id);
        else if (kind === "minimize") windows = change(windows, id, { isMinimized: true });
        else if (kind === "fill") windows = change(windows, id, { fill: FILLS[noteId % FILLS.length]! });
        else windows = kind === "tile" ? tiled(windows, area) : cascaded(windows, area);
        expect(new Set(windows.map((window) => window.noteId)).size).toBe(windows.length);
        expect(new Set(windows.map((window) => window.id)).size).toBe(windows.length);
        expect(windows.length).toBeLessThanOrEqual(MOST_WINDOWS);
        if (kind === "open" && windows.some((window) => window.noteId === `${noteId}`))
          expect(topOf(windows)?.noteId).toBe(`${noteId}`);
      }
    }),
  );
});
