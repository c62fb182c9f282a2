import { createRoute, redirect } from "@tanstack/react-router";
import { FrameError } from "../../app/shell/error-pages.tsx";
import { lazyPage } from "../../app/shell/lazy-page.ts";
import type * as screens from "./screens.tsx";
import { askForNote } from "../../kernel/notes/ask-for-note.ts";
import { rootRoute } from "../root-route.ts";
import {
  CALENDAR_PARAMETERS,
  CHAT_PARAMETERS,
  EXPLORER_PARAMETERS,
  only,
  VOICE_PARAMETERS,
} from "../../app/shell/search-params.ts";

/**
 * One file for all of them, which fetches the larger ones itself: the entry of every page names each file it knows. The frame would stand
 * without its screen for React's 300 ms at least if that came only when it is drawn.
 */
const screen = (name: keyof typeof screens) =>
  lazyPage(async () => {
    const all = await import("./screens.tsx");
    const Screen = all[name];
    if ("preload" in Screen) await Screen.preload?.();
    return all;
  }, name);

const mobile = createRoute({
  getParentRoute: () => rootRoute,
  path: "/mobile",
  component: screen("MobileLayout"),
  errorComponent: FrameError,
});
const inMobile = { getParentRoute: () => mobile } as const;

const notes = createRoute({
  ...inMobile,
  path: "notes",
  validateSearch: only(...EXPLORER_PARAMETERS, "note"),
  component: screen("MobileNotes"),
});
const folder = createRoute({
  ...inMobile,
  path: "folders/$folderId",
  validateSearch: only(...EXPLORER_PARAMETERS),
  component: screen("MobileFolder"),
});
const editor = createRoute({
  ...inMobile,
  path: "editor/{-$noteId}",
  loader: askForNote,
  component: screen("MobileEditor"),
});
const search = createRoute({
  ...inMobile,
  path: "search",
  validateSearch: only("q"),
  component: screen("MobileSearch"),
});
/** The explorer's place: what is filtered is a list of notes, everything else is the search. */
const explorer = createRoute({
  ...inMobile,
  path: "explorer",
  validateSearch: only(...EXPLORER_PARAMETERS),
  beforeLoad: ({ location }) => {
    const { q, tag, view } = location.search as Record<string, string | undefined>;
    const isList = !q && Boolean(tag ?? view);
    const to = isList ? "/mobile/notes" : "/mobile/search";
    throw redirect({
      to,
      search: isList ? { tag, view } : { q },
      hash: location.hash,
      replace: true,
    } as never);
  },
});
const settings = createRoute({
  ...inMobile,
  path: "settings",
  validateSearch: only("tab"),
  component: screen("MobileSettings"),
});
const activity = createRoute({
  ...inMobile,
  path: "activity",
  validateSearch: only("group", "q", "from", "to", "page"),
  component: screen("MobileActivity"),
});
const calendar = createRoute({
  ...inMobile,
  path: "calendar",
  validateSearch: only(...CALENDAR_PARAMETERS),
  component: screen("MobileCalendar"),
});
const chat = createRoute({
  ...inMobile,
  path: "chat",
  validateSearch: only(...CHAT_PARAMETERS),
  component: screen("MobileChat"),
});
const voiceChat = createRoute({
  ...inMobile,
  path: "voice-chat",
  validateSearch: only(...VOICE_PARAMETERS),
  component: screen("MobileVoiceChat"),
});
const capture = createRoute({
  ...inMobile,
  path: "capture",
  validateSearch: only("shared"),
  component: screen("MobileCapture"),
});
const apm = createRoute({
  ...inMobile,
  path: "apm",
  validateSearch: only("view", "hours"),
  component: screen("MobileApm"),
});
const drive = createRoute({
  ...inMobile,
  path: "drive",
  validateSearch: only("state", "code", "error", "picked"),
  component: screen("MobileDrive"),
});
const plainPages = (
  [
    ["dashboard", "MobileDashboard"],
    ["notifications", "MobileNotifications"],
    ["files", "MobileFiles"],
    ["tasks", "MobileTasks"],
    ["shared", "MobileShared"],
    ["component-gallery", "MobileComponentGallery"],
    ["changes", "MobileChanges"],
    ["agents", "MobileAgents"],
    ["projects", "MobileProjects"],
    ["seo", "MobileSeo"],
    ["analytics", "MobileAnalytics"],
    ["editor-test", "MobileEditorTest"],
  ] as const
).map(([path, name]) => createRoute({ ...inMobile, path, component: screen(name) }));
const pagesOfOne = (
  [
    ["changes/$changesetId", "MobileChange"],
    ["changes/$changesetId/walk", "MobileWalk"],
    ["agents/$agentId", "MobileAgent"],
    ["projects/$projectId", "MobileProject"],
  ] as const
).map(([path, name]) => createRoute({ ...inMobile, path, component: screen(name) }));
const components = createRoute({
  ...inMobile,
  path: "components",
  validateSearch: only("targetPanel"),
  component: screen("MobileComponents"),
});

/** The mobile app: screens of its own over the parts that both apps share. */
export const mobileRoutes = mobile.addChildren([
  notes,
  folder,
  editor,
  search,
  explorer,
  settings,
  activity,
  apm,
  chat,
  voiceChat,
  calendar,
  capture,
  drive,
  components,
  ...plainPages,
  ...pagesOfOne,
]);
