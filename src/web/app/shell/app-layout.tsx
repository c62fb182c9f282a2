import { Outlet } from "@tanstack/react-router";
import { useEffect, useLayoutEffect } from "react";
import { useSignOut } from "../../features/accounts/use-sign-out.ts";
import { EditModeBar } from "../../features/frame/edit-mode-bar.tsx";
import { OfflineBanner } from "../../features/frame/offline-banner.tsx";
import { Sidebar } from "../../features/frame/sidebar.tsx";
import { afterFirstAnswers } from "../../platform/first-answers.ts";
import { useSession } from "../../platform/session.ts";
import { whenIdle } from "../../lib/when-idle.ts";
import { loadOverlays } from "../../ui/overlay/overlays.ts";
import { deferred } from "../../ui/deferred.tsx";
import { keepEarlyKeys } from "../../kernel/actions/early-keys.ts";
import { contained } from "../../kernel/part-boundary.tsx";
import { FrameStands } from "./error-pages.tsx";
import { InMain } from "./load-error.tsx";
import { openToday } from "../notes/open-today.ts";
import { Protected } from "./protected.tsx";
import { Slot } from "./slot.tsx";
import { t } from "../../lib/messages/t.ts";

const ExpiredSession = deferred(
  async () => (await import("../../features/accounts/expired-session.tsx")).ExpiredSession,
);

const Messages = deferred(afterFirstAnswers(async () => (await import("./deferred-chrome.ts")).Messages));
const Onboarding = deferred(afterFirstAnswers(async () => (await import("./deferred-chrome.ts")).Onboarding));
const FloatingNotes = deferred(
  afterFirstAnswers(async () => (await import("../notes/floating-notes.tsx")).FloatingNotes),
);
const AppKeys = deferred(afterFirstAnswers(async () => (await import("./deferred-chrome.ts")).AppKeys));
const SidebarLibrary = contained(
  deferred(afterFirstAnswers(async () => (await import("./sidebar-library.tsx")).SidebarLibrary)),
);
const SidebarFinds = contained(
  deferred(afterFirstAnswers(async () => (await import("./sidebar-library.tsx")).SidebarFinds)),
);
const SignOutDialog = deferred(async () => (await import("./deferred-chrome.ts")).SignOutDialog);
/** Without the server later, a menu must open all the same. */
const loadMenus = afterFirstAnswers(async () => whenIdle(() => void loadOverlays(true)));
const loadSignOut = () => import("./deferred-chrome.ts");

export function AppLayout() {
  return (
    <Protected>
      <Frame />
    </Protected>
  );
}

function Frame() {
  useEffect(() => void loadMenus(), []);
  // In the same task as the page: a key can come before any effect that waits for the paint.
  useLayoutEffect(keepEarlyKeys, []);
  const expiredEmail = useSession((state) =>
    state.status === "signed-in" && state.isExpired ? state.session.user.email : null,
  );
  const signOut = useSignOut(loadSignOut);
  return (
    <div data-panels className="flex h-full overflow-hidden">
      <a
        href="#main"
        className="absolute top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent-fill px-3 py-1.5 text-sm font-medium text-on-accent focus:translate-y-0"
      >
        {t("Skip to content")}
      </a>
      <FrameStands />
      <AppKeys onSignOut={signOut.ask} />
      <Messages />
      <Onboarding />
      <Sidebar
        onSignOut={signOut.ask}
        onToday={() => openToday()}
        Library={SidebarLibrary}
        Finds={SidebarFinds}
      />
      {signOut.unsent && (
        <SignOutDialog
          unsent={signOut.unsent}
          onSignOut={() => void signOut.leave()}
          onCancel={signOut.cancel}
        />
      )}
      <div className="flex min-w-0 flex-1 flex-col">
        {expiredEmail && <ExpiredSession email={expiredEmail} />}
        <OfflineBanner />
        <EditModeBar />
        <main
          id="main"
          tabIndex={-1}
          className="relative min-h-0 flex-1 scroll-pt-20 scroll-pb-10 overflow-y-auto outline-none"
        >
          <InMain value>
            <Outlet />
          </InMain>
        </main>
        <div id="notices" className="shrink-0" />
      </div>
      <Slot />
      <FloatingNotes />
    </div>
  );
}
