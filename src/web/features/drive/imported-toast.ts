import { useEffect, useRef } from "react";
import type { DriveItem } from "#contract/drive.ts";
import { undoable } from "../../kernel/undo.ts";
import { plural } from "../../lib/messages/plural.ts";
import { t } from "../../lib/messages/t.ts";
import { undoImports } from "./drive-mutations.ts";

type Seen = { waiting: Set<string>; done: DriveItem[] };

/** What this page has seen wait, and now is there: told together once none waits any more, with a way back. */
export function useImportedToast(items: readonly DriveItem[] | undefined): void {
  const seen = useRef<Seen>({ waiting: new Set(), done: [] });
  useEffect(() => {
    const { waiting } = seen.current;
    for (const item of items ?? []) {
      if (item.direction !== "import") continue;
      if (item.state === "waiting") waiting.add(item.id);
      else if (waiting.delete(item.id) && item.state === "done") seen.current.done.push(item);
    }
    const { done } = seen.current;
    if (waiting.size > 0 || done.length === 0) return;
    seen.current.done = [];
    const words =
      done.length === 1
        ? t("“{name}” imported", { name: done[0]!.name })
        : plural(done.length, { one: "{count} file imported", other: "{count} files imported" });
    undoable(words, () => undoImports(done));
  }, [items]);
}
