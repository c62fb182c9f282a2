import { shared } from "./shared-screen.tsx";

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
export const MobileDrive = shared(() => import("../drive.tsx"), "DrivePage");
export const MobileSeo = shared(() => import("../seo.tsx"), "SeoPage");
export const MobileComponentGallery = shared(
  () => import("../component-gallery.tsx"),
  "ComponentGalleryPage",
);
export const MobileComponents = shared(() => import("../components.tsx"), "ComponentsPage");
export const MobileEditorTest = shared(() => import("../editor-test.tsx"), "EditorTestPage");
