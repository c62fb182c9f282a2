import { expect, test } from "vitest";
import { createKeyMatcher } from "./key-matcher.ts";

const bindings = [
  { keys: "g d", target: "dashboard" },
  { keys: "g e", target: "editor" },
  { keys: "f", target: "favorite" },
  { keys: "g f", target: "favorites" },
  { keys: "Mod+K", target: "palette" },
];

function typed(...keys: (string | number)[]): string[] {
  let time = 0;
  const matcher = createKeyMatcher(
    () => bindings,
    () => time,
  );
  const found: string[] = [];
  for (const key of keys) {
    if (typeof key === "number") {
      time += key;
      continue;
    }
    const isMod = key.startsWith("Mod+");
    const letter = key.replace("Mod+", "");
    const match = matcher.press({
      key: letter,
      code: `Key${letter.toUpperCase()}`,
      ctrlKey: isMod,
      metaKey: false,
      shiftKey: false,
      altKey: false,
    });
    if (match.kind === "found") found.push(...match.targets);
  }
  return found;
}

test.each([
  [["g", "d"], ["dashboard"]],
  [["Mod+k"], ["palette"]],
  [["f"], ["favorite"]],
  [["g", "f"], ["favorites"]],
  [["g", 1400, "d"], ["dashboard"]],
  [["g", 1600, "d"], []],
  [["g", "x"], []],
  [["g", "g", "d"], ["dashboard"]],
  [["g", "Control", "d"], ["dashboard"]],
  [["g", "Mod+k"], ["palette"]],
  [["d", "g"], []],
  [["g", "d", "d"], ["dashboard"]],
])("%j gives %j", (keys, actions) => {
  expect(typed(...keys)).toEqual(actions);
});
