import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState, type ReactNode } from "react";
import { queryClient } from "../lib/api.ts";
import { openDevice } from "../lib/device.ts";
import { useSession } from "../lib/session.ts";
import { useFollowTheme } from "../lib/theme/use-follow-theme.ts";
import { startWorkGuard } from "../lib/work-guard.ts";
import { LoadingPage } from "../ui/spinner.tsx";
import { TooltipProvider } from "../ui/tooltip.tsx";
import { whenLoaded } from "../ui/when-loaded.tsx";
import { Redirect } from "./redirect.tsx";

const Beside = whenLoaded(async () => (await import("./side-parts.ts")).Beside);

/**
 * What only a signed-in person may see: nothing of it is drawn before it is known whose it is, and whoever is not signed
 * in comes back to this address after signing in.
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
        <TooltipProvider>
          {children}
          <Beside />
        </TooltipProvider>
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
    startWorkGuard();
    if (userId) void openDevice(userId).then(() => setOpenedFor(userId));
  }, [userId]);
  return userId !== null && openedFor === userId;
}
