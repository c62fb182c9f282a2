import { expect, test } from "vitest";
import { newId } from "./ids.ts";

test("an id is a UUID of version 7 that carries its time", () => {
  const id = newId(1_795_000_000_123);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16)).toBe(1_795_000_000_123);
});

test("ids sort by the time they were made", () => {
  const ids = [5, 3, 9, 1].map((offset) => newId(1_795_000_000_000 + offset * 1000));
  expect([...ids].sort()).toEqual([ids[3], ids[1], ids[0], ids[2]]);
});
