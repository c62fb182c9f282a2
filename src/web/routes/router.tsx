import { createBrowserHistory, createRoute, createRouter, redirect } from "@tanstack/react-router";
import { PAGE_NAMES } from "../site/page-names.ts";
import { LoadingPage } from "../ui/spinner.tsx";
import { SHORT_FORMS } from "../app/shell/addresses.ts";
import { deviceRewrite, followDevice } from "../app/shell/device-rewrite.ts";
import { FrameError, NotFoundPage, PageError } from "../app/shell/error-pages.tsx";
import { lazyPage } from "../app/shell/lazy-page.ts";
import { Leave } from "../app/shell/leave.tsx";
import { useActionContext } from "../kernel/actions/here.ts";
import { askForNote } from "../kernel/notes/ask-for-note.ts";
import { mobileRoutes } from "./mobile/routes.ts";
import { rootRoute } from "./root-route.ts";
import { SIGN_IN_PATHS, SignInPages } from "./sign-in-pages.tsx";
import {
  CALENDAR_PARAMETERS,
  CHAT_PARAMETERS,
  EXPLORER_PARAMETERS,
  only,
  parseSearch,
  stringifySearch,
  VOICE_PARAMETERS,
} from "../app/shell/search-params.ts";
import { t } from "../lib/messages/t.ts";

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  component: () => <Leave to="/" />,
});
/** The public pages are static (docs/decisions); links and short forms lead out of the app. */
const publicPages = PAGE_NAMES.flatMap((name) =>
  [`/${name}`, `/public/${name}`].map((path) =>
    createRoute({
      getParentRoute: () => rootRoute,
      path,
      component: () => <Leave to={`/public/${name}`} />,
    }),
  ),
);

/** The same pages as without the router (app.tsx), for whoever signs out or in while it is there. */
const signInPages = SIGN_IN_PATHS.map((path) =>
  createRoute({ getParentRoute: () => rootRoute, path, component: SignInPages }),
);

/** `replace` keeps the Back button honest. */
const shortForms = SHORT_FORMS.map(([path, to]) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    beforeLoad: ({ search, location: { hash } }) => {
      throw redirect({ to, search, hash, replace: true } as never);
    },
  }),
);

const setupOnboarding = createRoute({
  getParentRoute: () => rootRoute,
  path: "/setup/onboarding",
  validateSearch: only("step"),
  component: lazyPage(() => import("./setup/onboarding.tsx"), "SetupOnboarding"),
});
const setupDashboard = createRoute({
  getParentRoute: () => rootRoute,
  path: "/setup/dashboard",
  component: lazyPage(() => import("./setup/dashboard.tsx"), "SetupDashboard"),
});
const connectProgram = createRoute({
  getParentRoute: () => rootRoute,
  path: "/setup/program",
  validateSearch: only(
    ...(["client_id", "redirect_uri", "response_type", "code_challenge", "code_challenge_method"] as const),
    ...(["scope", "state", "resource"] as const),
  ),
  component: lazyPage(() => import("./setup/program.tsx"), "ConnectProgram"),
});

const app = createRoute({
  getParentRoute: () => rootRoute,
  path: "/app",
  component: lazyPage(() => import("../app/shell/app-layout.tsx"), "AppLayout"),
  errorComponent: FrameError,
});
/** What waits inside the frame says so in the specification's words. */
const inApp = {
  getParentRoute: () => app,
  pendingComponent: () => <LoadingPage words={t("Loading dashboard...")} />,
} as const;
const appIndex = createRoute({
  ...inApp,
  path: "/",
  beforeLoad: ({ search, location: { hash } }) => {
    throw redirect({ to: "/app/dashboard", search, hash, replace: true } as never);
  },
});
const dashboard = createRoute({
  ...inApp,
  path: "dashboard",
  validateSearch: only("q", "layout"),
  component: lazyPage(() => import("./dashboard.tsx"), "Dashboard"),
});
const components = createRoute({
  ...inApp,
  path: "components",
  validateSearch: only("targetPanel"),
  component: lazyPage(() => import("./components.tsx"), "ComponentsPage"),
});
const explorer = createRoute({
  ...inApp,
  path: "explorer",
  validateSearch: only(...EXPLORER_PARAMETERS),
  component: lazyPage(() => import("./explorer.tsx"), "Explorer"),
});
const folder = createRoute({
  ...inApp,
  path: "folders/$folderId",
  validateSearch: only(...EXPLORER_PARAMETERS),
  component: lazyPage(() => import("./explorer.tsx"), "FolderPage"),
});
const editor = createRoute({
  ...inApp,
  path: "editor/{-$noteId}",
  loader: askForNote,
  component: lazyPage(() => import("./editor.tsx"), "EditorPage"),
});
const notes = createRoute({
  ...inApp,
  path: "notes",
  validateSearch: only("note"),
  component: lazyPage(() => import("./notes.tsx"), "NotesPage"),
});

const settings = createRoute({
  getParentRoute: () => app,
  path: "settings",
  validateSearch: only("tab"),
  component: lazyPage(() => import("./settings.tsx"), "SettingsPage"),
});

const activity = createRoute({
  ...inApp,
  path: "activity",
  validateSearch: only("group", "q", "from", "to", "page"),
  component: lazyPage(() => import("./activity.tsx"), "ActivityPage"),
});
const analytics = createRoute({
  ...inApp,
  path: "analytics",
  component: lazyPage(() => import("./analytics.tsx"), "AnalyticsPage"),
});
const apm = createRoute({
  ...inApp,
  path: "apm",
  validateSearch: only("view", "hours"),
  component: lazyPage(() => import("./apm.tsx"), "ApmPage"),
});
const seo = createRoute({
  ...inApp,
  path: "seo",
  component: lazyPage(() => import("./seo.tsx"), "SeoPage"),
});
const drive = createRoute({
  ...inApp,
  path: "drive",
  validateSearch: only("state", "code", "error", "picked"),
  component: lazyPage(() => import("./drive.tsx"), "DrivePage"),
});
const editorTest = createRoute({
  ...inApp,
  path: "editor-test",
  component: lazyPage(() => import("./editor-test.tsx"), "EditorTestPage"),
});
/** Quick capture, by hand or from what another program shared (sw.ts). */
const capture = createRoute({
  ...inApp,
  path: "capture",
  validateSearch: only("shared"),
  component: lazyPage(() => import("./capture.tsx"), "CapturePage"),
});

const componentGallery = createRoute({
  ...inApp,
  path: "component-gallery",
  component: lazyPage(() => import("./component-gallery.tsx"), "ComponentGalleryPage"),
});

const files = createRoute({
  ...inApp,
  path: "files",
  component: lazyPage(() => import("./files.tsx"), "FilesPage"),
});

const tasks = createRoute({
  ...inApp,
  path: "tasks",
  component: lazyPage(() => import("./planner/tasks.tsx"), "TasksPage"),
});

const projects = createRoute({
  ...inApp,
  path: "projects",
  component: lazyPage(() => import("./planner/projects.tsx"), "ProjectsPage"),
});
const project = createRoute({
  ...inApp,
  path: "projects/$projectId",
  component: lazyPage(() => import("./planner/projects.tsx"), "ProjectPage"),
});

const calendar = createRoute({
  ...inApp,
  path: "calendar",
  validateSearch: only(...CALENDAR_PARAMETERS),
  component: lazyPage(() => import("./planner/calendar.tsx"), "CalendarPage"),
});

const chat = createRoute({
  ...inApp,
  path: "chat",
  validateSearch: only(...CHAT_PARAMETERS),
  component: lazyPage(() => import("./assistant/chat.tsx"), "ChatPage"),
});

const agents = createRoute({
  ...inApp,
  path: "agents",
  component: lazyPage(() => import("./assistant/agents.tsx"), "AgentsPage"),
});
const agent = createRoute({
  ...inApp,
  path: "agents/$agentId",
  component: lazyPage(() => import("./assistant/agents.tsx"), "AgentPage"),
});
const voiceChat = createRoute({
  ...inApp,
  path: "voice-chat",
  validateSearch: only(...VOICE_PARAMETERS),
  component: lazyPage(() => import("./assistant/voice-chat.tsx"), "VoiceChatPage"),
});

const changes = createRoute({
  ...inApp,
  path: "changes",
  component: lazyPage(() => import("./assistant/changes.tsx"), "ChangesPage"),
});
const change = createRoute({
  ...inApp,
  path: "changes/$changesetId",
  component: lazyPage(() => import("./assistant/changes.tsx"), "ChangePage"),
});
const walk = createRoute({
  ...inApp,
  path: "changes/$changesetId/walk",
  validateSearch: only("place", "note"),
  component: lazyPage(() => import("./assistant/walk.tsx"), "WalkPage"),
});

const shared = createRoute({
  ...inApp,
  path: "shared",
  component: lazyPage(() => import("./explorer.tsx"), "SharedPage"),
});

/** Screens that only the mobile app has, for whoever follows its addresses to a larger screen. */
const search = createRoute({
  ...inApp,
  path: "search",
  beforeLoad: ({ search: given, location: { hash } }) => {
    throw redirect({ to: "/app/explorer", search: given, hash, replace: true } as never);
  },
});
const notifications = createRoute({
  ...inApp,
  path: "notifications",
  beforeLoad: ({ search: given }) => {
    // The slot opens them there.
    throw redirect({ to: "/app/dashboard", search: given, hash: "notifications", replace: true } as never);
  },
});

const routeTree = rootRoute.addChildren([
  home,
  ...publicPages,
  ...signInPages,
  ...shortForms,
  setupOnboarding,
  setupDashboard,
  connectProgram,
  app.addChildren([
    appIndex,
    dashboard,
    components,
    explorer,
    folder,
    editor,
    notes,
    settings,
    activity,
    analytics,
    files,
    tasks,
    projects,
    project,
    calendar,
    chat,
    agents,
    agent,
    voiceChat,
    changes,
    change,
    walk,
    componentGallery,
    apm,
    seo,
    drive,
    editorTest,
    capture,
    shared,
    search,
    notifications,
  ]),
  mobileRoutes,
]);

const history = createBrowserHistory();

export const router = createRouter({
  routeTree,
  history,
  rewrite: deviceRewrite,
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  scrollToTopSelectors: ["#main", "#page"],
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  defaultPendingComponent: LoadingPage,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: NotFoundPage,
});

followDevice(history);

// From the first moment on: what leads somewhere may be pressed before the keys are there.
useActionContext.setState({
  go: (href) => {
    const url = new URL(href, location.origin);
    deviceRewrite.output?.({ url });
    const place = url.pathname + url.search + url.hash;
    if (place !== router.state.location.href) router.history.push(place);
  },
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
