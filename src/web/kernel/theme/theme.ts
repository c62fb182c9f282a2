import { create } from "zustand";
import { local } from "../../platform/local.ts";

export const modes = ["dark", "light", "system"] as const;
export type Mode = (typeof modes)[number];

const KEY = "cairn-ai-theme";
const prefersLight = matchMedia("(prefers-color-scheme: light)");

function stored(): Mode {
  const value = local.get(KEY);
  return modes.find((mode) => mode === value) ?? "dark";
}

/** Dark, light, or as the system says. public/theme.js applies the same rule before the first paint. */
export const useTheme = create<{ mode: Mode }>(() => ({ mode: stored() }));

/** The browser's own frame is painted like the page. */
export function paintFrame(): void {
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute("content", getComputedStyle(document.documentElement).getPropertyValue("--bg"));
}

function apply(): void {
  const { mode } = useTheme.getState();
  const isLight = mode === "light" || (mode === "system" && prefersLight.matches);
  document.documentElement.dataset.theme = isLight ? "light" : "dark";
  paintFrame();
}

export function chooseMode(mode: Mode): void {
  local.set(KEY, mode);
  useTheme.setState({ mode });
}

useTheme.subscribe(apply);
prefersLight.addEventListener("change", apply);
addEventListener("storage", (event) => {
  if (event.key === KEY) useTheme.setState({ mode: stored() });
});
apply();
