import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Layout, LayoutConfig } from "#contract/layouts.ts";
import { refreshWhenSettled } from "../../kernel/refresh-when-settled.ts";
import { ChangedSince, undoable, withUndoWaiting } from "../../kernel/undo.ts";
import { t } from "../../lib/messages/t.ts";
import { api, invalidate, persistQueries, queryClient } from "../../platform/api.ts";
import { errorCode, failureWords } from "../../platform/rpc-errors.ts";
import { currentDevice } from "../../platform/sync/device-sync.ts";
import { onRefused, send } from "../../platform/send.ts";
import { toast } from "../../ui/toast-store.ts";
import { isSame } from "./model/is-same.ts";

/** Merging is wanted only where two changed the same dashboard, or one change is taken back. */
const loadMadeAgain = async () => (await import("./model/made-again.ts")).madeAgain;

export const layoutsOptions = () => ({
  ...api.layouts.list.queryOptions({ input: {} }),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const list = await api.layouts.list.call({}, { signal });
    return { ...list, layouts: await Promise.all(list.layouts.map(withWaiting)) };
  },
});

/** What the server tells does not know yet of the changes that wait on this device; they stay shown. */
async function withWaiting(layout: Layout): Promise<Layout> {
  let { config } = layout;
  for (const { path, input, about } of currentDevice()?.outbox.calls() ?? []) {
    const { layoutId, config: made } = input as Partial<WaitedInput>;
    const { before } = (about as Waited | undefined) ?? {};
    if (path.join(".") === "layouts.update" && layoutId === layout.id && made && before)
      config = (await loadMadeAgain())(config, before, made);
  }
  return { ...layout, config };
}

export const listKey = () => api.layouts.list.queryKey({ input: {} });

export const { refresh: refreshLayouts, whileChanging } = refreshWhenSettled(["layouts"], () => {
  invalidate(api.layouts.key());
  invalidate(api.trash.key());
});

const NONE: readonly string[] = [];

/** The dashboard of an id that an address names; the default one without, or when there is none of this id. */
export function useLayout(layoutId?: string) {
  const query = useQuery(layoutsOptions());
  const isKnown = query.data !== undefined;
  useEffect(() => {
    if (isKnown) showWaiting();
  }, [isKnown]);
  const layouts = query.data?.layouts ?? [];
  return {
    ...query,
    off: query.data?.off ?? NONE,
    embedOrigins: query.data?.embedOrigins ?? NONE,
    layouts,
    layout: layouts.find(({ id }) => id === layoutId) ?? layouts[0],
  };
}

let isWaitingShown = false;

/** Once, of what an earlier page left waiting on this device: closed at once, it had no time to keep the list that shows it. */
function showWaiting(): void {
  if (isWaitingShown) return;
  isWaitingShown = true;
  for (const { path, input, about } of currentDevice()?.outbox.calls() ?? []) {
    const { layoutId, config } = input as Partial<WaitedInput>;
    const { before } = (about as Waited | undefined) ?? {};
    const layout = layoutId === undefined ? undefined : known(layoutId);
    if (path.join(".") !== "layouts.update" || !layout || !config || !before) continue;
    // One that is shown already was made of something else.
    if (isSame(layout.config, before)) put({ ...layout, config });
  }
}

/** As this page knows it, also before that is drawn. */
export const known = (id: string): Layout | undefined =>
  queryClient.getQueryData(listKey())?.layouts.find((layout) => layout.id === id);

/** Components that the operator has switched off, as far as this page knows. */
export const knownOff = (): readonly string[] => queryClient.getQueryData(listKey())?.off ?? NONE;

/** Shows the list of dashboards changed. */
export function showLayouts(change: (layouts: Layout[]) => Layout[]): void {
  // An answer that is on its way knows nothing of the change.
  void queryClient.cancelQueries({ queryKey: listKey(), predicate: ({ state }) => state.data !== undefined });
  queryClient.setQueryData(listKey(), (list) => list && { ...list, layouts: change(list.layouts) });
  persistQueries(listKey());
}

const put = (layout: Layout) =>
  showLayouts((layouts) => layouts.map((one) => (one.id === layout.id ? layout : one)));

// What was made without the server and is refused stood in the list until now.
onRefused<{ name: string }, undefined>(["layouts", "create"], async ({ input, error }) => {
  refreshLayouts();
  toast.error(failureWords(error, t("Failed to create the dashboard")), { title: input.name });
  return true;
});

const MOST_TRIES = 3;

/** What a change that waits on the device was made of. */
type Waited = { before: LayoutConfig };
type WaitedInput = { layoutId: string; config?: LayoutConfig };

// It was made of what the dashboard was then. It is made again of what others have made of it since, or of what waited before it.
onRefused<WaitedInput, Waited>(["layouts", "update"], async ({ input, about, error }) => {
  const { layoutId, config } = input;
  for (let attempt = 1; errorCode(error) === "CONFLICT" && config && about; attempt++) {
    const { layouts } = await api.layouts.list.call({});
    const now = layouts.find(({ id }) => id === layoutId);
    if (!now) break;
    try {
      const again = (await loadMadeAgain())(now.config, about.before, config);
      await api.layouts.update.call({ layoutId, config: again, base: now.updatedAt });
      refreshLayouts();
      return true;
    } catch (failure) {
      if (errorCode(failure) !== "CONFLICT" || attempt === MOST_TRIES) throw failure;
    }
  }
  refreshLayouts();
  toast.error(failureWords(error, t("Failed to save panel layout")));
  return true;
});

type Words = {
  /** Of the list of what can be undone. */
  done: string;
  failed: string;
  /** Said in a toast, too, which offers the undo. */
  isTold?: boolean;
};

/**
 * Changes the arrangement of a dashboard: shown at once, made again of what another tab or device has changed meanwhile, kept while the server is
 * away, taken back when it is refused.
 * @returns whether it holds
 */
export async function changeConfig(id: string, change: Change, words: Words): Promise<boolean> {
  const made = await make(id, change, words, () => changeConfig(id, change, words));
  if (!made) return false;
  const undo = async () => {
    const { takenBack } = await import("./model/take-back.ts");
    const now = known(id);
    const back = now && takenBack(now.config, made.before, made.after);
    if (!back) throw new ChangedSince();
    const isBack = await make(id, () => back, words, undo);
    if (!isBack) throw new Error("The arrangement was not put back");
  };
  undoable(words.done, undo, { isQuiet: !words.isTold, redo: () => changeConfig(id, change, words) });
  return true;
}

type Change = (config: LayoutConfig) => LayoutConfig;
/** What a change was made of, and what it made of it. */
type Made = { before: LayoutConfig; after: LayoutConfig };

async function make(id: string, change: Change, words: Words, again: () => unknown): Promise<Made | null> {
  // Whoever is quicker than the first answer waits for it.
  if (!known(id)) await queryClient.ensureQueryData(layoutsOptions()).catch(() => undefined);
  const before = known(id);
  // A dashboard that can't be loaded, or that is gone: nothing is done without a word.
  if (!before) {
    toast.error(words.failed);
    return null;
  }
  put({ ...before, config: change(before.config) });
  try {
    return await withUndoWaiting(whileChanging(() => sendConfig(id, before, change)));
  } catch (error) {
    put({ ...(known(id) ?? before), config: before.config });
    refreshLayouts();
    toast.failed(failureWords(error, words.failed), () => void again());
    return null;
  }
}

async function sendConfig(id: string, from: Layout, change: Change): Promise<Made> {
  const meant = change(from.config);
  let made: Made = { before: from.config, after: meant };
  const input = { layoutId: id, config: meant, base: from.updatedAt };
  // All tries are one call: what follows it waits for the last.
  const call = async () => {
    let { base } = input;
    for (let attempt = 1; ; attempt++)
      try {
        return await api.layouts.update.call({ ...input, config: made.after, base });
      } catch (error) {
        if (errorCode(error) !== "CONFLICT" || attempt === MOST_TRIES) throw error;
        const { layouts } = await api.layouts.list.call({});
        const now = layouts.find((layout) => layout.id === id);
        if (!now) throw error;
        base = now.updatedAt;
        // Not the change itself: a place that it names may hold another widget by now.
        made = { before: now.config, after: (await loadMadeAgain())(now.config, from.config, meant) };
      }
  };
  const about: Waited = { before: from.config };
  const sent = await send(["layouts", "update"], input, call, about);
  if (sent.how === "sent") taken(sent.answer, meant);
  return made;
}

/** The answer's moment is the next change's base; what was changed meanwhile stays shown. */
function taken(answer: Layout, sent: LayoutConfig): void {
  const now = known(answer.id);
  if (now) put(isSame(now.config, sent) ? answer : { ...answer, config: now.config });
}

/** The default one's id, also before a page has asked for it; null when nobody can tell. */
export async function defaultLayoutId(): Promise<string | null> {
  const list = await queryClient.ensureQueryData(layoutsOptions()).catch(() => null);
  return list?.layouts[0]?.id ?? null;
}
