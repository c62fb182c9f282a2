import { createRootRoute, createRoute, createRouter, redirect } from "@tanstack/react-router";
import { LoadingPage } from "../ui/spinner.tsx";
import { NotFoundPage, PageError } from "./error-pages.tsx";
import { lazyPage } from "./lazy-page.ts";
import { Root } from "./root.tsx";
import { only, parseSearch, stringifySearch } from "./search-params.ts";

const rootRoute = createRootRoute({ component: Root });

const landing = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  component: lazyPage(() => import("./landing.tsx"), "Landing"),
});

const login = createRoute({
  getParentRoute: () => rootRoute,
  path: "/auth/login",
  validateSearch: only("next", "email"),
  component: lazyPage(() => import("./login.tsx"), "Login"),
});
const register = createRoute({
  getParentRoute: () => rootRoute,
  path: "/auth/register",
  validateSearch: only("next", "invite", "email"),
  component: lazyPage(() => import("./register.tsx"), "Register"),
});
const resetPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: "/auth/reset-password",
  validateSearch: only("token"),
  component: lazyPage(() => import("./reset-password.tsx"), "ResetPassword"),
});
const verify = createRoute({
  getParentRoute: () => rootRoute,
  path: "/auth/verify",
  validateSearch: only("token"),
  component: lazyPage(() => import("./verify.tsx"), "Verify"),
});
const logout = createRoute({
  getParentRoute: () => rootRoute,
  path: "/auth/logout",
  component: lazyPage(() => import("./logout.tsx"), "Logout"),
});

/** Old and short addresses; `replace` keeps the Back button honest. */
const shortForms = (["/login", "/register", "/reset-password"] as const).map((path) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    beforeLoad: ({ search }) => {
      throw redirect({ to: `/auth${path}`, search, replace: true });
    },
  }),
);
const shortDashboard = createRoute({
  getParentRoute: () => rootRoute,
  path: "/dashboard",
  beforeLoad: () => {
    throw redirect({ to: "/app/dashboard", replace: true });
  },
});

const app = createRoute({
  getParentRoute: () => rootRoute,
  path: "/app",
  component: lazyPage(() => import("./app-layout.tsx"), "AppLayout"),
});
const appIndex = createRoute({
  getParentRoute: () => app,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/app/dashboard", replace: true });
  },
});
const dashboard = createRoute({
  getParentRoute: () => app,
  path: "dashboard",
  pendingComponent: () => <LoadingPage words="Loading dashboard..." />,
  component: lazyPage(() => import("./dashboard.tsx"), "Dashboard"),
});
const explorer = createRoute({
  getParentRoute: () => app,
  path: "explorer",
  validateSearch: only("q", "tag", "view"),
  component: lazyPage(() => import("./explorer.tsx"), "Explorer"),
});
const folder = createRoute({
  getParentRoute: () => app,
  path: "folders/$folderId",
  validateSearch: only("q", "tag", "view"),
  component: lazyPage(() => import("./explorer.tsx"), "FolderPage"),
});
const editor = createRoute({
  getParentRoute: () => app,
  path: "editor/{-$noteId}",
  component: lazyPage(() => import("./editor.tsx"), "EditorPage"),
});
const notes = createRoute({
  getParentRoute: () => app,
  path: "notes",
  validateSearch: only("note"),
  component: lazyPage(() => import("./notes.tsx"), "NotesPage"),
});

const routeTree = rootRoute.addChildren([
  landing,
  login,
  register,
  resetPassword,
  verify,
  logout,
  ...shortForms,
  shortDashboard,
  app.addChildren([appIndex, dashboard, explorer, folder, editor, notes]),
]);

export const router = createRouter({
  routeTree,
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

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
