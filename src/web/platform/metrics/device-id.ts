import { newId } from "../ids.ts";
import { local } from "../local.ts";

const KEY = "cairn:device";

/** Names this browser to its own account, for figures by device; made anew when somebody signs out. */
export function deviceId(): string {
  const known = local.get(KEY);
  if (known) return known;
  const made = newId();
  local.set(KEY, made);
  return made;
}
