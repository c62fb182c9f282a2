import type { Workspace, WorkspaceChange } from "#contract/workspace.ts";
import { BANNER_DEFAULTS } from "#contract/shared/banner.ts";
import { ChangedSince, undoable } from "../undo.ts";
import { changePreferences } from "./change-preferences.ts";
import { cachedFrame, updateWorkspace } from "./frame.ts";
import { t } from "../../lib/messages/t.ts";

type Given = Pick<WorkspaceChange, "bannerUrl" | "bannerType" | "bannerSettings">;
type Words = {
  words?: string;
  failure?: { title?: string; message: string };
  /** What Retry does when the server refuses, where the same change can't be made again. */
  retry?: () => unknown;
};

const FAILURE = { title: t("Update Failed"), message: t("Failed to update banner. Please try again.") };

/** Saves what the banner shows, which shows at once, and offers to take it back. True when it holds. */
export async function changeBanner(
  given: Given,
  { words = t("Banner updated!"), failure = FAILURE, retry }: Words = {},
): Promise<boolean> {
  const before = cachedFrame()?.workspace;
  const again = () => changeBanner(given, { words, failure });
  const options = { retry: retry ?? again, ...(failure.title && { title: failure.title }) };
  if (!(await updateWorkspace(given, failure.message, options))) return false;
  // Changed before this page knew what it had been: it holds, and can't be taken back.
  if (!before) return true;
  const back = wayBack(before, given);
  const undo = async () => {
    const now = cachedFrame()?.workspace;
    if (!now || !isStill(now, given)) throw new ChangedSince();
    if (!(await updateWorkspace(back, failure.message))) throw new Error("The banner was not put back");
  };
  undoable(words, undo, { redo: again });
  return true;
}

const settingsOf = (workspace: Workspace) => ({ ...BANNER_DEFAULTS, ...workspace.bannerSettings });

function wayBack(before: Workspace, given: Given): Given {
  const known = settingsOf(before) as Record<string, unknown>;
  return {
    ...(given.bannerUrl !== undefined && { bannerUrl: before.bannerUrl, bannerType: before.bannerType }),
    ...(given.bannerSettings && {
      bannerSettings: Object.fromEntries(Object.keys(given.bannerSettings).map((key) => [key, known[key]])),
    }),
  };
}

function isStill(now: Workspace, given: Given): boolean {
  if (given.bannerUrl !== undefined && given.bannerUrl !== now.bannerUrl) return false;
  const known = settingsOf(now) as Record<string, unknown>;
  return Object.entries(given.bannerSettings ?? {}).every(([key, value]) => known[key] === value);
}

/** How a picture begins as a banner: in its middle, as high as the banner. */
export const SHOWN_ANEW = { focusX: 50, focusY: 50, height: null, poster: null, isAnimated: false };

/** A GIF may have one frame only; a WebP says in its head whether it moves. */
export async function isAnimated(file: Blob): Promise<boolean> {
  if (file.type === "image/gif") return true;
  if (file.type !== "image/webp") return false;
  const head = new Uint8Array(await file.slice(0, 64).arrayBuffer());
  return String.fromCharCode(...head).includes("ANIM");
}

export const isAccentTaken = (): boolean => cachedFrame()?.preferences.settings.isAccentDynamic === true;

/** A new banner gives its color to the interface, for those who want that. */
export async function takeAccent(file: File): Promise<void> {
  if (!isAccentTaken()) return;
  const { accentFromFile } = await import("../theme/accent-from-file.ts");
  const accent = await accentFromFile(file, true).catch(() => null);
  if (accent) await changePreferences({ settings: { accent } }, { isQuiet: true });
}
