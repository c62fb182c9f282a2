import { useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useWindowControlsOverlay } from "../../features/frame/title-bar-place.ts";
import { useAppBadge } from "../../features/installed/app-badge.ts";
import { InsecureNotice } from "../../features/installed/insecure-notice.tsx";
import { InstallPrompt } from "../../features/installed/install-prompt.tsx";
import { takeLaunches } from "../../features/installed/launches.ts";
import { mayAskForNotifications, noteAnswered } from "../../features/installed/may-ask.ts";
import { dueStep, isWelcomeDue } from "../../features/onboarding/tour-state.ts";
import { listUnsentNotes } from "../../features/notes/list/unsent-notes.ts";
import { updatePreferences, useOnboarding, usePreferences } from "../../kernel/workspace/frame.ts";
import { useAppliedDensity } from "../../kernel/workspace/density.ts";
import { reactToLive } from "../../kernel/live.ts";
import { browserTimeZone, chooseTimes } from "../../lib/dates.ts";
import { liveReactions } from "../manifests.ts";
import { answers } from "../../platform/rpc.ts";
import { hearReplayed } from "../../platform/send.ts";
import { isConfirmed, onConfirmed, useUser } from "../../platform/session.ts";
import { waitingFor } from "../../platform/device/share-target.ts";
import { withWaitingChanges } from "../../platform/waiting-changes.ts";
import { waitingUploads } from "../../platform/uploads/waiting-uploads.ts";
import { connectionStatus, onConnectionStatus } from "../../platform/sync/device-sync.ts";
import type { ConnectionStatus } from "../../platform/sync/types.ts";
import { deferred } from "../../ui/deferred.tsx";
import { TooltipHost } from "../../ui/overlay/tooltip-host.tsx";
import { goToSearch } from "../actions/focus-search.ts";

const TitleBar = deferred(async () => (await import("../../features/frame/title-bar.tsx")).TitleBar);
/** The editor's upload code comes along, so only when there is something to take. */
const loadCapture = () => import("../../features/notes/capture-note.ts");

answers.asShown = withWaitingChanges;

/** What stands beside every page of a signed-in person and nobody waits for: fetched after the first paint. */
export function SignedInEffects() {
  useAppBadge();
  useAppliedDensity();
  useMetrics();
  useGiven();
  useTimeZone();
  useTimes();
  useEffect(() => reactToLive(liveReactions), []);
  // Only now the nouns are all there.
  useEffect(hearReplayed, []);
  useEffect(listUnsentNotes, []);
  return (
    <>
      <TopOfWindow />
      <InstallPrompt />
      <InsecureNotice />
      <Permission />
      <TooltipHost />
    </>
  );
}

const PermissionCard = deferred(
  async () => (await import("../../features/installed/permission-card.tsx")).PermissionCard,
);

/** Whoever is still shown around has enough to look at. */
function Permission() {
  const tour = useOnboarding();
  const [isAnswered, setIsAnswered] = useState(false);
  const isDue = tour && !isWelcomeDue(tour) && !dueStep(tour) && !isAnswered && mayAskForNotifications();
  const handleAnswered = () => {
    noteAnswered();
    setIsAnswered(true);
  };
  return isDue && <PermissionCard onAnswered={handleAnswered} />;
}

function TopOfWindow() {
  const isWanted = usePreferences()?.settings.hasTitleBar ?? false;
  const isOverlaid = useWindowControlsOverlay();
  const isInApp = useRouterState({ select: ({ location }) => location.pathname.startsWith("/app/") });
  const place = document.querySelector("#window-top");
  if (!place || !isInApp || !(isWanted || isOverlaid)) return null;
  return createPortal(<TitleBar />, place);
}

/** A route's pattern without the marks of its optional parts; what is nowhere is measured as "/". */
const patternOf = (path: string | undefined): string =>
  (path ?? "/").replaceAll(/\{-(\$\w+)\}/g, "$1").replace(/(?<=.)\/$/, "");

function useMetrics(): void {
  const router = useRouter();
  useEffect(() => {
    const route = patternOf(router.state.matches.at(-1)?.fullPath);
    void import("../../platform/metrics/page-metrics.ts").then(
      ({ startPageMetrics }) => startPageMetrics(route),
      // Without the server nothing is measured.
      () => undefined,
    );
  }, [router]);
}

/** Tells the account once by whose clock "tomorrow" is read. */
function useTimeZone(): void {
  const preferences = usePreferences();
  const isWanted = preferences !== undefined && preferences.settings.timeZone === undefined;
  useEffect(() => {
    if (isWanted) void updatePreferences({ settings: { timeZone: browserTimeZone() } });
  }, [isWanted]);
}

/** Times are written and weeks begin as the account has it, at once wherever they are shown. */
function useTimes(): void {
  const { hourCycle, weekStart, timeZone } = usePreferences()?.settings ?? {};
  useEffect(() => chooseTimes({ hourCycle, weekStart, timeZone }), [hourCycle, weekStart, timeZone]);
}

/** Looks at each connection whether images wait; the code that sends them comes when some do. */
function sendImages(userId: string): () => void {
  let isGone = false;
  let stop = () => {};
  const look = async (status: ConnectionStatus) => {
    if (status !== "connected" || !isConfirmed(userId) || (await waitingFor(userId)).length === 0) return;
    const { sendWaitingImages } = await loadCapture();
    stop();
    if (!isGone) stop = sendWaitingImages(userId);
  };
  stop = onConnectionStatus((status) => void look(status).catch(() => undefined));
  const stopConfirmed = onConfirmed(() => void look(connectionStatus()).catch(() => undefined));
  return () => {
    isGone = true;
    stop();
    stopConfirmed();
  };
}

/** Looks at each connection whether files wait; the code that sends them comes when some do. */
function sendFiles(userId: string): () => void {
  const look = (status: ConnectionStatus) => {
    if (status !== "connected" || waitingUploads(userId).length === 0) return;
    void import("../../platform/uploads/uploads.ts").then(
      ({ startUploads }) => startUploads(userId),
      () => undefined,
    );
  };
  look(connectionStatus());
  return onConnectionStatus(look);
}

/** What comes from outside: files and addresses from the system, images that wait for the server. */
function useGiven(): void {
  const router = useRouter();
  const userId = useUser()?.id;
  useEffect(() => {
    if (!userId) return;
    const go = (href: string) => {
      router.history.push(href);
      if (href.endsWith("#search")) goToSearch(() => undefined, href);
    };
    if (location.hash === "#search") goToSearch(() => undefined, location.pathname);
    takeLaunches({
      go,
      onFile: async (file) => {
        const { captureFile } = await loadCapture();
        const noteId = await captureFile(userId, file);
        if (noteId) router.history.push(`/app/editor/${noteId}`);
      },
    });
    const stops = [sendImages(userId), sendFiles(userId)];
    return () => stops.forEach((stop) => stop());
  }, [router, userId]);
}
