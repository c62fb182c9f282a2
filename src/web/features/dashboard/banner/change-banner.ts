import type { Workspace, WorkspaceChange } from "#contract/workspace.ts";
import { BANNER_DEFAULTS } from "#contract/shared/banner.ts";
import { ChangedSince, undoable } from "../../../kernel/undo.ts";
import { cachedFrame, updateWorkspace } from "../../../kernel/workspace/frame.ts";
import { t } from "../../../lib/messages/t.ts";
import { showDraft } from "./banner-store.ts";

type Given = Pick<WorkspaceChange, "bannerUrl" | "bannerType" | "bannerSettings">;
type Words = { words?: string; failure?: { title?: string; message: string } };

const FAILURE = { title: t("Update Failed"), message: t("Failed to update banner. Please try again.") };

/** Saves what the banner shows and offers to take it back. True when it holds. */
export async function changeBanner(
  given: Given,
  { words = t("Banner updated!"), failure = FAILURE }: Words = {},
): Promise<boolean> {
  const before = cachedFrame()?.workspace;
  const again = () => changeBanner(given, { words, failure });
  const options = { retry: again, ...(failure.title && { title: failure.title }) };
  const saving = updateWorkspace(given, failure.message, options);
  // What is being saved shows already.
  showDraft(null);
  if (!(await saving) || !before) return false;
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

export const removeBanner = (): Promise<boolean> =>
  changeBanner({ bannerUrl: null, bannerType: null }, { words: t("Banner removed") });
