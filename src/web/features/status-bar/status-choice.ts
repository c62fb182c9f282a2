import { useEffect } from "react";
import type { Workspace } from "#contract/workspace.ts";
import { ChangedSince, undoable } from "../../kernel/undo.ts";
import { cachedFrame, updateWorkspace, useWorkspace } from "../../kernel/workspace/frame.ts";
import { t } from "../../lib/messages/t.ts";
import { local } from "../../platform/local.ts";

/** The specification's key, so that the right bar is drawn before the workspace has come. The account is its home, under the same key. */
const KEY = "statusBar";

export const SPEED = { initial: 5, min: 1, max: 10 };
export const MOST_LETTERS = 280;

export type StatusChoice = {
  /** Empty: the bar tells of the day by itself. */
  message: string;
  isEnabled: boolean;
  scrollSpeed: number;
};

const INITIAL: StatusChoice = { message: "", isEnabled: true, scrollSpeed: SPEED.initial };

/** Anything may stand there: other programs write it too. */
function readChoice(value: unknown): StatusChoice {
  if (typeof value !== "object" || value === null) return INITIAL;
  const { message, isEnabled, scrollSpeed } = value as Record<string, unknown>;
  const isSpeed = typeof scrollSpeed === "number" && Number.isFinite(scrollSpeed);
  return {
    message: typeof message === "string" ? message.slice(0, MOST_LETTERS) : "",
    isEnabled: isEnabled !== false,
    scrollSpeed: isSpeed ? Math.min(SPEED.max, Math.max(SPEED.min, Math.round(scrollSpeed))) : SPEED.initial,
  };
}

function keptHere(): StatusChoice {
  try {
    return readChoice(JSON.parse(local.get(KEY) ?? "null"));
  } catch {
    return INITIAL;
  }
}

const choiceOf = ({ customSettings }: Workspace): StatusChoice => readChoice(customSettings[KEY]);

/** Of the account; until it has come, what this device has kept. */
export function useStatusChoice(): StatusChoice {
  const workspace = useWorkspace();
  const choice = workspace ? choiceOf(workspace) : keptHere();
  const words = workspace && JSON.stringify(choice);
  useEffect(() => {
    if (words) local.set(KEY, words);
  }, [words]);
  return choice;
}

export const isInitial = ({ message, isEnabled, scrollSpeed }: StatusChoice): boolean =>
  message === INITIAL.message && isEnabled === INITIAL.isEnabled && scrollSpeed === INITIAL.scrollSpeed;

const nowChosen = (): StatusChoice => {
  const workspace = cachedFrame()?.workspace;
  return workspace ? choiceOf(workspace) : keptHere();
};

const put = (choice: StatusChoice) => updateWorkspace({ customSettings: { [KEY]: choice } });

/** True when it holds; offered back as long as nothing of it was changed since. */
export async function changeStatus(change: Partial<StatusChoice>): Promise<boolean> {
  const before = nowChosen();
  const after = readChoice({ ...before, ...change });
  if (JSON.stringify(after) === JSON.stringify(before)) return true;
  if (!(await put(after))) return false;
  undoable(
    t("Settings saved successfully"),
    async () => {
      if (JSON.stringify(nowChosen()) !== JSON.stringify(after)) throw new ChangedSince();
      if (!(await put(before))) throw new Error("The status bar was not put back");
    },
    { redo: () => changeStatus(change) },
  );
  return true;
}

export const resetStatus = (): Promise<boolean> => changeStatus(INITIAL);
