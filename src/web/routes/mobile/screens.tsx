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
export const MobileSearch = lazyPage(() => import("./search.tsx"), "MobileSearch");
export const MobileNotifications = lazyPage(() => import("./notifications.tsx"), "MobileNotifications");

/** Screens that both apps share; here each has a way back above it. */
function shared(load: () => Promise<ComponentType>) {
  const Page = lazy(async () => ({ default: await loadTwice(load) }));
  return function SharedScreen() {
    return (
      <MobileBack>
        <Page />
      </MobileBack>
    );
  };
}

export const MobileSettings = shared(() => import("../settings.tsx").then((module) => module.SettingsPage));
export const MobileActivity = shared(() => import("../activity.tsx").then((module) => module.ActivityPage));
export const MobileFiles = shared(() => import("../files.tsx").then((module) => module.FilesPage));
export const MobileTasks = shared(() => import("../planner/tasks.tsx").then((module) => module.TasksPage));
export const MobileCalendar = shared(() =>
  import("../planner/calendar.tsx").then((module) => module.CalendarPage),
);
export const MobileChat = shared(() => import("../assistant/chat.tsx").then((module) => module.ChatPage));
export const MobileVoiceChat = shared(() =>
  import("../assistant/voice-chat.tsx").then((module) => module.VoiceChatPage),
);
export const MobileCapture = shared(() => import("../capture.tsx").then((module) => module.CapturePage));
export const MobileChanges = shared(() =>
  import("../assistant/changes.tsx").then((module) => module.ChangesPage),
);
export const MobileChange = shared(() =>
  import("../assistant/changes.tsx").then((module) => module.ChangePage),
);
export const MobileWalk = shared(() => import("../assistant/walk.tsx").then((module) => module.WalkPage));
export const MobileAgents = shared(() =>
  import("../assistant/agents.tsx").then((module) => module.AgentsPage),
);
export const MobileAgent = shared(() => import("../assistant/agents.tsx").then((module) => module.AgentPage));
export const MobileProjects = shared(() =>
  import("../planner/projects.tsx").then((module) => module.ProjectsPage),
);
export const MobileAnalytics = shared(() =>
  import("../analytics.tsx").then((module) => module.AnalyticsPage),
);
export const MobileProject = shared(() =>
  import("../planner/projects.tsx").then((module) => module.ProjectPage),
);
export const MobileShared = shared(() => import("../shared.tsx").then((module) => module.SharedPage));
export const MobileApm = shared(() => import("../apm.tsx").then((module) => module.ApmPage));
export const MobileDrive = shared(() => import("../drive.tsx").then((module) => module.DrivePage));
export const MobileSeo = shared(() => import("../seo.tsx").then((module) => module.SeoPage));
export const MobileComponentGallery = shared(() =>
  import("../component-gallery.tsx").then((module) => module.ComponentGalleryPage),
);
export const MobileComponents = shared(() =>
  import("../components.tsx").then((module) => module.ComponentsPage),
);
