import { Outlet, useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect, useLayoutEffect, useRef } from "react";
import { useSignOut } from "../../features/accounts/use-sign-out.ts";
import { OfflineBanner } from "../../features/frame/offline-banner.tsx";
import { OfflineLine } from "../../features/frame/offline-line.tsx";
import { BottomBar } from "../../features/mobile/bottom-bar.tsx";
import type { Draft } from "../../features/mobile/capture-draft.ts";
import { CaptureSheet } from "../../features/mobile/capture-sheet.tsx";
import "../../features/mobile/mobile.css";
import { useFolderName } from "../../features/notes/head/folder-name.tsx";
import { followKeyboard } from "../../kernel/workspace/mobile-frame.ts";
import { afterFirstAnswers } from "../../platform/first-answers.ts";
import { useSession, useUser } from "../../platform/session.ts";
import { loadOverlays } from "../../ui/overlay/overlays.ts";
import { deferred } from "../../ui/deferred.tsx";
import { quickCapture } from "../notes/quick-capture.ts";
import { FrameStands } from "./error-pages.tsx";
import { InMain } from "./load-error.tsx";
import { Protected } from "./protected.tsx";
import { Slot } from "./slot.tsx";
import { t } from "../../lib/messages/t.ts";

const ExpiredSession = deferred(
  async () => (await import("../../features/accounts/expired-session.tsx")).ExpiredSession,
);

const loadChrome = () => import("./deferred-chrome.ts");
const Messages = deferred(afterFirstAnswers(async () => (await loadChrome()).Messages));
const AppKeys = deferred(afterFirstAnswers(async () => (await loadChrome()).AppKeys));
const MoreSheet = deferred(
  afterFirstAnswers(async () => (await import("../../features/mobile/more-sheet.tsx")).MoreSheet),
);
const SignOutDialog = deferred(async () => (await loadChrome()).SignOutDialog);

export function MobileLayout() {
  return (
    <Protected>
      <Frame />
    </Protected>
  );
}

/** The style sheet's mark of the mobile app, on the root because menus and messages stand outside the frame. */
function useMobileSite(): void {
  useLayoutEffect(() => {
    document.documentElement.dataset["site"] = "mobile";
    const stop = followKeyboard();
    return () => {
      delete document.documentElement.dataset["site"];
      stop();
    };
  }, []);
}

/** What is captured while a folder is open goes into it. */
function useCapture() {
  const navigate = useNavigate();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const inAddress = /^\/mobile\/folders\/([^/]+)/.exec(path)?.[1] ?? null;
  const folderName = useFolderName(inAddress);
  // One that is not there would take no note.
  const folderId = folderName ? inAddress : null;
  return {
    folderName,
    onSave: async (draft: Draft) => (await quickCapture(draft, folderId)) !== null,
    onOpen: async (draft: Draft) => {
      const noteId = await quickCapture(draft, folderId);
      if (noteId) void navigate({ to: "/app/editor/{-$noteId}", params: { noteId } });
      return noteId !== null;
    },
  };
}

function Frame() {
  useMobileSite();
  const user = useUser();
  const capture = useRef<HTMLDialogElement>(null);
  const more = useRef<HTMLDialogElement>(null);
  const isMoreWanted = useRef(false);
  const openMore = () => {
    isMoreWanted.current = true;
    more.current?.showModal();
  };
  const expiredEmail = useSession((state) =>
    state.status === "signed-in" && state.isExpired ? state.session.user.email : null,
  );
  const signOut = useSignOut(loadChrome);
  const saving = useCapture();
  useEffect(() => {
    const timer = setTimeout(() => void loadOverlays(true), 1000);
    return () => clearTimeout(timer);
  }, []);
  if (!user) return null;
  return (
    <div className="mobile-frame flex flex-col overflow-hidden">
      <a
        href="#main"
        className="absolute top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent-fill px-3 py-3 text-sm font-medium text-on-accent focus:translate-y-0"
      >
        {t("Skip to content")}
      </a>
      <FrameStands />
      <AppKeys onSignOut={signOut.ask} />
      <Messages isPhone />
      {signOut.unsent && (
        <SignOutDialog
          unsent={signOut.unsent}
          onSignOut={() => void signOut.leave()}
          onCancel={signOut.cancel}
        />
      )}
      {expiredEmail && <ExpiredSession email={expiredEmail} />}
      <OfflineBanner />
      <OfflineLine />
      <main id="main" tabIndex={-1} className="relative min-h-0 flex-1 outline-none">
        <InMain value>
          <Outlet />
        </InMain>
      </main>
      <Slot />
      <div id="notices" className="shrink-0" />
      {/* The tools of a text come here (editor/touch-toolbar.tsx). */}
      <section id="dock" aria-label={t("Text tools")} className="shrink-0 empty:hidden" />
      <BottomBar onCapture={() => capture.current?.showModal()} onMore={openMore} />
      <CaptureSheet key={user.id} dialog={capture} userId={user.id} {...saving} />
      <MoreSheet dialog={more} isWanted={isMoreWanted} onSignOut={signOut.ask} />
    </div>
  );
}
