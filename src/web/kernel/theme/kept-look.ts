import { local } from "../../platform/local.ts";
import { paintFrame } from "./theme.ts";

/** The upper layers as public/theme.js applies them before the first paint: a cache of what the account holds. */
export const LOOK_KEY = "cairn-look";

/** Its colours, as public/theme.js or apply-look.ts adopted them; what comments and printing adopt belongs to them. */
const isOfLook = ({ cssRules }: CSSStyleSheet) =>
  cssRules[0]?.cssText.startsWith(":root[data-theme=") ?? false;

export const hasColours = (): boolean => document.adoptedStyleSheets.some(isOfLook);

/** Puts colours in the place of those on the page. */
export function wear(colours: CSSStyleSheet | null): void {
  const others = document.adoptedStyleSheets.filter((sheet) => !isOfLook(sheet));
  document.adoptedStyleSheets = [...(colours ? [colours] : []), ...others];
}

/** Takes class and colours off the page, and out of this device; the mode stays, it says something of the screen. */
export function forgetLook(): void {
  local.remove(LOOK_KEY);
  const { classList } = document.documentElement;
  for (const name of [...classList]) if (name.startsWith("theme-")) classList.remove(name);
  wear(null);
  paintFrame();
}
