import { local } from "../../platform/local.ts";
import { paintFrame } from "./theme.ts";

/** The upper layers as public/theme.js applies them before the first paint: a cache of what the account holds. */
export const LOOK_KEY = "cairn-look";

/** Takes class and colours off the page, and out of this device; the mode stays, it says something of the screen. */
export function forgetLook(): void {
  local.remove(LOOK_KEY);
  const { classList } = document.documentElement;
  for (const name of [...classList]) if (name.startsWith("theme-")) classList.remove(name);
  document.adoptedStyleSheets = [];
  paintFrame();
}
