import { useEffect, useRef } from "react";
import type { Preferences } from "#contract/preferences.ts";
import { usePreferences } from "../workspace/frame.ts";
import { local } from "../../platform/local.ts";
import { chooseMode, useTheme } from "./theme.ts";
import { forgetLook, hasColours, LOOK_KEY } from "./kept-look.ts";

/** Shows the theme of whoever is signed in, from whichever device or tab it was chosen. */
export function useFollowTheme(): void {
  const preferences = usePreferences();
  const mode = preferences?.settings.mode;
  const known = useRef(mode);
  useEffect(() => {
    // Where the account says nothing, what was chosen at this device before signing in stands.
    const wanted = mode ?? (known.current ? "dark" : undefined);
    known.current = mode;
    if (wanted && wanted !== useTheme.getState().mode) chooseMode(wanted);
  }, [mode]);
  useEffect(() => {
    if (preferences) void follow(preferences);
  }, [preferences]);
}

let latest = "";

/** Colours are reckoned by code that only a new choice needs, or the colours of a new release. */
async function follow({ dashboardTheme, settings }: Preferences): Promise<void> {
  const { preset, gradient, accent } = settings;
  const choice = JSON.stringify([dashboardTheme, preset, gradient, accent, __CAIRN_BUILD__]);
  latest = choice;
  const kept = local.get(LOOK_KEY);
  if (kept?.includes(`"choice":${JSON.stringify(choice)}`)) return;
  if (dashboardTheme === "default" && !preset && !gradient && !accent) {
    if (kept || hasColours()) forgetLook();
    return;
  }
  const { applyLook } = await import("./apply-look.ts");
  if (latest === choice) applyLook({ dashboardTheme, settings }, choice);
}
