import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState, type ReactNode } from "react";
import { queryClient } from "../../platform/api.ts";
import { openDevice } from "../../kernel/account/local-data.ts";
import { afterFirstAnswers } from "../../platform/first-answers.ts";
import { useSession } from "../../platform/session.ts";
import { useFollowTheme } from "../../kernel/theme/use-follow-theme.ts";
import { startLeaveGuard } from "../../platform/unsaved/leave-guard.ts";
import { LoadingPage } from "../../ui/spinner.tsx";
import { deferred } from "../../ui/deferred.tsx";
import { Redirect } from "./redirect.tsx";

const SignedInEffects = deferred(
  afterFirstAnswers(async () => (await import("./deferred-chrome.ts")).SignedInEffects),
);

/**
 * What only a signed-in person may see, or who was signed in here last until the server has answered; whoever is not comes back to
 * this address after signing in.
 */
export function Protected({ children }: { children: ReactNode }) {
  const router = useRouter();
  const session = useSession();
  const userId = session.status === "signed-in" ? session.session.user.id : null;
  const isOpen = useOpenDevice(userId);
  if (session.status === "signed-out")
    return <Redirect to="/auth/login" search={{ next: router.state.location.href }} />;
  if (session.status === "loading" || !isOpen) return <LoadingPage />;
  return (
    <QueryClientProvider client={queryClient}>
      <CSPProvider disableStyleElements>
        <FollowTheme />
        {children}
        <SignedInEffects />
      </CSPProvider>
    </QueryClientProvider>
  );
}

function FollowTheme() {
  useFollowTheme();
  return null;
}

function useOpenDevice(userId: string | null): boolean {
  const [openedFor, setOpenedFor] = useState<string | null>(null);
  useEffect(() => {
    startLeaveGuard();
    if (userId) void openDevice(userId).then(() => setOpenedFor(userId));
  }, [userId]);
  return userId !== null && openedFor === userId;
}
