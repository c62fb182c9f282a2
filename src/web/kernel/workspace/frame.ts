import { useQuery } from "@tanstack/react-query";
import { EDIT_MODE_MS } from "#contract/shared/frame-choices.ts";
import type { Frame } from "#contract/frame.ts";
import type { Onboarding } from "#contract/onboarding.ts";
import type { Preferences, PreferenceSettings } from "#contract/preferences.ts";
import type { Workspace, WorkspaceChange } from "#contract/workspace.ts";
import { toast } from "../../ui/toast-store.ts";
import { api, invalidate, persistQueries, queryClient } from "../../platform/api.ts";
import { send, type Sent } from "../../platform/send.ts";
import { currentDevice } from "../../platform/sync/device-sync.ts";
import { t } from "../../lib/messages/t.ts";

/** The specification's cache of the workspace. */
const FRESH_MS = 30_000;

export const frameOptions = () => {
  const options = api.frame.get.queryOptions({ input: {}, staleTime: FRESH_MS });
  type Ask = Extract<typeof options.queryFn, (...context: never[]) => unknown>;
  return {
    ...options,
    queryFn: async (context: Parameters<Ask>[0]) => withQueued(await (options.queryFn as Ask)(context)),
  };
};

const frameKey = () => api.frame.get.queryKey({ input: {} });

export const cachedFrame = (): Frame | undefined => queryClient.getQueryData<Frame>(frameKey());

/** Asks the server again; what is shown stays meanwhile. */
export const refreshFrame = () => invalidate(frameKey());

/** undefined until it has been loaded, from this device or from the server. */
export function useWorkspace(): Workspace | undefined {
  return useQuery({ ...frameOptions(), select: ({ workspace }) => workspace }).data;
}

/** undefined until loaded; absent keys of `settings` mean the default. */
export function usePreferences(): Preferences | undefined {
  return useQuery({ ...frameOptions(), select: ({ preferences }) => preferences }).data;
}

export function useOnboarding(): Onboarding | undefined {
  return useQuery({ ...frameOptions(), select: ({ onboarding }) => onboarding }).data;
}

export function useUnreadCount(): number {
  return useQuery({ ...frameOptions(), select: ({ unreadNotifications }) => unreadNotifications }).data ?? 0;
}

function put(part: Partial<Frame>): void {
  queryClient.setQueryData<Frame>(frameKey(), (frame) => frame && { ...frame, ...part });
  persistQueries(frameKey());
}

let changes = 0;
let running = 0;
/** Something was changed elsewhere, or an earlier change of ours was told, while one of ours was on its way. */
let isStale = false;

/** Called when live events tell of the frame, or it may have ended by the hour: an answer given before a change on its way would take that back. */
export function frameWasChanged(): void {
  if (running > 0) isStale = true;
  else refreshFrame();
}

function finish(): void {
  running -= 1;
  if (running > 0 || !isStale) return;
  isStale = false;
  refreshFrame();
}

/**
 * Shows a change at once, sends it or keeps it until the server is back, and takes it back with a message when the
 * server refuses it. True when it holds.
 */
async function change<Key extends "workspace" | "preferences" | "onboarding">(
  key: Key,
  shown: (part: Frame[Key]) => Frame[Key],
  make: () => Promise<Sent<Frame[Key]>>,
  failure: string,
  { title, retry }: { title?: string; retry?: () => unknown } = {},
): Promise<boolean> {
  changes += 1;
  running += 1;
  const mine = changes;
  const before = cachedFrame();
  if (before) {
    // An answer on its way was given before the change and would take it back for a moment. Its end is not awaited:
    // a radio button that is not set at once jumps back.
    void queryClient.cancelQueries({ queryKey: frameKey() });
    put({ [key]: shown(before[key]) });
    // The first answer is waited for by the whole page.
  } else isStale = true;
  try {
    const sent = await make();
    // A later change shows more than this answer knows.
    if (sent.how === "sent" && mine === changes) put({ [key]: sent.answer });
    return true;
  } catch {
    // A later change stays shown; what holds without this one, the server says.
    if (mine !== changes) refreshFrame();
    else if (before) put({ [key]: before[key] });
    const again = retry ?? (() => change(key, shown, make, failure, { ...(title && { title }) }));
    toast.error(failure, {
      ...(title && { title }),
      action: { label: t("Retry"), run: () => void again() },
    });
    return false;
  } finally {
    finish();
  }
}

const merged = <Part extends object>(before: Part, given: object) =>
  ({
    ...before,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  }) as Part;

const withoutNull = (settings: object) =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));

const withWorkspace = (before: Workspace, given: WorkspaceChange): Workspace => ({
  ...merged(before, given),
  ...(given.isDashboardEditing || given.isSidebarEditing
    ? { editModeExpiresAt: new Date(Date.now() + EDIT_MODE_MS).toISOString() }
    : {}),
  bannerSettings: { ...before.bannerSettings, ...given.bannerSettings },
  panelSizes: { ...before.panelSizes, ...given.panelSizes },
  sidebarPanelSizes: { ...before.sidebarPanelSizes, ...given.sidebarPanelSizes },
  customSettings: { ...before.customSettings, ...given.customSettings },
});

const withPreferences = (before: Preferences, given: PreferencesChange): Preferences => ({
  dashboardTheme: given.dashboardTheme ?? before.dashboardTheme,
  settings: withoutNull(merged(before.settings, given.settings ?? {})),
});

/** What the server tells may not know yet of the changes that are on their way or wait on this device; they stay shown. */
function withQueued(frame: Frame): Frame {
  let { workspace, preferences, onboarding } = frame;
  for (const { path, input } of currentDevice()?.outbox.unsent() ?? []) {
    const call = path.join(".");
    if (call === "workspace.update") workspace = withWorkspace(workspace, input as WorkspaceChange);
    if (call === "preferences.update") preferences = withPreferences(preferences, input as PreferencesChange);
    if (call === "onboarding.update") onboarding = merged(onboarding, input as OnboardingChange);
  }
  return { ...frame, workspace, preferences, onboarding };
}

export function updateWorkspace(
  given: WorkspaceChange,
  failure = t("Failed to save settings"),
  options: { title?: string; retry?: () => unknown } = {},
): Promise<boolean> {
  return change(
    "workspace",
    (before) => withWorkspace(before, given),
    () => send(["workspace", "update"], given, () => api.workspace.update.call(given)),
    failure,
    options,
  );
}

/** Of which a person changes one entry or field at a time. */
const MERGED: ReadonlySet<string> = new Set([
  "savedSearches",
  "reminders",
  "briefs",
  "workingHours",
  "sidebar",
  "shortcuts",
]);

export type PreferencesChange = {
  dashboardTheme?: Exclude<Preferences["dashboardTheme"], "clean-default">;
  /** null goes back to the default. */
  settings?: { [Key in keyof PreferenceSettings]?: PreferenceSettings[Key] | null };
};

/** With what lists and records said on this page: what another device made of them meanwhile stays. */
function withWas(
  given: PreferencesChange,
  was: object | undefined,
): PreferencesChange & { was?: Record<string, unknown> } {
  const known = (was ?? cachedFrame()?.preferences.settings) as Record<string, unknown> | undefined;
  // A reset is meant of all; to take a first choice back is not.
  const merged = Object.entries(given.settings ?? {}).filter(
    ([key, value]) => MERGED.has(key) && (value !== null || was),
  );
  if (merged.length === 0) return given;
  return { ...given, was: Object.fromEntries(merged.map(([key]) => [key, known?.[key] ?? null])) };
}

export function updatePreferences(
  given: PreferencesChange,
  failure = t("Failed to save settings"),
  retry?: () => unknown,
  /** What the settings were that it is made of; what this page shows unless given. */
  was?: object,
): Promise<boolean> {
  const input = withWas(given, was);
  return change(
    "preferences",
    (before) => withPreferences(before, given),
    () => send(["preferences", "update"], input, () => api.preferences.update.call(input)),
    failure,
    retry && { retry },
  );
}

export type OnboardingChange = Partial<Omit<Onboarding, "hasSample" | "lastSeenStep">> & {
  lastSeenStep?: NonNullable<Onboarding["lastSeenStep"]>;
};

/** A failure is titled, as the specification words it. */
export function updateOnboarding(given: OnboardingChange): Promise<boolean> {
  return change(
    "onboarding",
    (before) => merged(before, given),
    () => send(["onboarding", "update"], given, () => api.onboarding.update.call(given)),
    t("Failed to save onboarding preferences."),
    { title: t("Error") },
  );
}
