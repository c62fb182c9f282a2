import { lazy, type ComponentType } from "react";
import { MobileBack } from "../../features/mobile/mobile-back.tsx";
import { lazyPage } from "../../app/shell/lazy-page.ts";
import { loadTwice } from "../../app/shell/load-twice.ts";

/** The mobile app: its frame and start at once, each further screen when it is first met. */
export { MobileDashboard } from "./dashboard.tsx";
export { MobileLayout } from "../../app/shell/mobile-layout.tsx";

export const MobileNotes = lazyPage(() => import("./notes.tsx"), "MobileNotes");
export const MobileFolder = lazyPage(() => import("./notes.tsx"), "MobileFolder");
export const MobileEditor = lazyPage(() => import("./editor.tsx"), "MobileEditor");
export const MobileEditorTest = lazyPage(() => import("./editor-test.tsx"), "MobileEditorTest");
export const MobileSearch = lazyPage(() => import("./search.tsx"), "MobileSearch");
export const MobileNotifications = lazyPage(() => import("./notifications.tsx"), "MobileNotifications");

/** Screens that both apps share; here each has a way back above it. */
function shared<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  const Page = lazy<ComponentType>(async () => ({ default: (await loadTwice(load))[name] }));
  return function SharedScreen() {
    return (
      <MobileBack>
        <Page />
      </MobileBack>
    );
  };
}

export const MobileSettings = shared(() => import("../settings.tsx"), "SettingsPage");
export const MobileActivity = shared(() => import("../activity.tsx"), "ActivityPage");
export const MobileFiles = shared(() => import("../files.tsx"), "FilesPage");
export const MobileTasks = shared(() => import("../planner/tasks.tsx"), "TasksPage");
export const MobileCalendar = shared(() => import("../planner/calendar.tsx"), "CalendarPage");
export const MobileChat = shared(() => import("../assistant/chat.tsx"), "ChatPage");
export const MobileVoiceChat = shared(() => import("../assistant/voice-chat.tsx"), "VoiceChatPage");
export const MobileCapture = shared(() => import("../capture.tsx"), "CapturePage");
export const MobileChanges = shared(() => import("../assistant/changes.tsx"), "ChangesPage");
export const MobileChange = shared(() => import("../assistant/changes.tsx"), "ChangePage");
export const MobileWalk = shared(() => import("../assistant/walk.tsx"), "WalkPage");
export const MobileAgents = shared(() => import("../assistant/agents.tsx"), "AgentsPage");
export const MobileAgent = shared(() => import("../assistant/agents.tsx"), "AgentPage");
export const MobileProjects = shared(() => import("../planner/projects.tsx"), "ProjectsPage");
export const MobileAnalytics = shared(() => import("../analytics.tsx"), "AnalyticsPage");
export const MobileProject = shared(() => import("../planner/projects.tsx"), "ProjectPage");
export const MobileShared = shared(() => import("../shared.tsx"), "SharedPage");
export const MobileApm = shared(() => import("../apm.tsx"), "ApmPage");
export const MobileSeo = shared(() => import("../seo.tsx"), "SeoPage");
export const MobileComponentGallery = shared(
  () => import("../component-gallery.tsx"),
  "ComponentGalleryPage",
);
export const MobileComponents = shared(() => import("../components.tsx"), "ComponentsPage");
