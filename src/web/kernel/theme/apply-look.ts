import type { Preferences } from "#contract/preferences.ts";
import { local } from "../../platform/local.ts";
import { paintFrame } from "./theme.ts";
import { forgetLook, LOOK_KEY, wear } from "./kept-look.ts";
import { choiceOf, lookOf, type Look } from "./look.ts";

/** Shows what the preferences say, and keeps it for the first paint of the next page under `choice`. */
export function applyLook(preferences: Preferences, choice: string): void {
  const { themeClass } = choiceOf(preferences);
  const colours = lookOf(choiceOf(preferences));
  forgetLook();
  if (themeClass !== "default") document.documentElement.classList.add(`theme-${themeClass}`);
  if (colours) wear(sheetOf(colours));
  paintFrame();
  local.set(
    LOOK_KEY,
    JSON.stringify({
      choice,
      ...(themeClass === "default" ? {} : { themeClass }),
      ...(colours ? { colours } : {}),
    }),
  );
}

/** As public/theme.js does it: by the object model, because the content security policy allows no inline style. */
function sheetOf(look: Look): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  for (const [name, tokens] of Object.entries(look)) {
    const at = sheet.insertRule(`:root[data-theme="${name}"] {}`, sheet.cssRules.length);
    const { style } = sheet.cssRules[at] as CSSStyleRule;
    for (const [token, value] of Object.entries(tokens)) style.setProperty(token, value);
  }
  return sheet;
}
