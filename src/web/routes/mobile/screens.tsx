import { lazyPage } from "../../app/shell/lazy-page.ts";
import type * as screens from "./further-screens.tsx";
import { shared } from "./shared-screen.tsx";

/** The mobile app: its frame and start at once, each further screen when it is first met. */
export { MobileDashboard } from "./dashboard.tsx";
export { MobileLayout } from "../../app/shell/mobile-layout.tsx";

export const MobileNotes = lazyPage(() => import("./notes.tsx"), "MobileNotes");
export const MobileFolder = lazyPage(() => import("./notes.tsx"), "MobileFolder");
export const MobileEditor = lazyPage(() => import("./editor.tsx"), "MobileEditor");
export const MobileSearch = lazyPage(() => import("./search.tsx"), "MobileSearch");
export const MobileNotifications = lazyPage(() => import("./notifications.tsx"), "MobileNotifications");

export const MobileSettings = shared(() => import("../settings.tsx"), "SettingsPage");
export const MobileActivity = shared(() => import("../activity.tsx"), "ActivityPage");
export const MobileFiles = shared(() => import("../files.tsx"), "FilesPage");
export const MobileTasks = shared(() => import("../planner/tasks.tsx"), "TasksPage");
export const MobileCalendar = shared(() => import("../planner/calendar.tsx"), "CalendarPage");
export const MobileChat = shared(() => import("../assistant/chat.tsx"), "ChatPage");
export const MobileVoiceChat = shared(() => import("../assistant/voice-chat.tsx"), "VoiceChatPage");
export const MobileCapture = shared(() => import("../capture.tsx"), "CapturePage");

/** Screens that are met less: whoever writes on a phone would carry the names of all files that they need. */
const further = (name: keyof typeof screens) =>
  lazyPage(async () => {
    const all = await import("./further-screens.tsx");
    await all[name].preload?.();
    return all;
  }, name);
export const MobileChanges = further("MobileChanges");
export const MobileChange = further("MobileChange");
export const MobileWalk = further("MobileWalk");
export const MobileAgents = further("MobileAgents");
export const MobileAgent = further("MobileAgent");
export const MobileProjects = further("MobileProjects");
export const MobileAnalytics = further("MobileAnalytics");
export const MobileProject = further("MobileProject");
export const MobileShared = further("MobileShared");
export const MobileApm = further("MobileApm");
export const MobileDrive = further("MobileDrive");
export const MobileSeo = further("MobileSeo");
export const MobileComponentGallery = further("MobileComponentGallery");
export const MobileComponents = further("MobileComponents");
export const MobileEditorTest = further("MobileEditorTest");
