import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { ExpiredSession } from "../features/accounts/expired-session.tsx";
import { SignOutDialog } from "../features/accounts/sign-out-dialog.tsx";
import { useSignOut } from "../features/accounts/use-sign-out.ts";
import { OfflineBanner } from "../features/frame/offline-banner.tsx";
import { Sidebar } from "../features/frame/sidebar.tsx";
import { queryClient } from "../lib/api.ts";
import { openDevice } from "../lib/device.ts";
import { useSession } from "../lib/session.ts";
import { Redirect } from "./redirect.tsx";
import { LoadingPage } from "../ui/spinner.tsx";
import { TooltipProvider } from "../ui/tooltip.tsx";

/** The signed-in part: nothing of it is drawn before it is known whose it is. */
export function AppLayout() {
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
        <TooltipProvider>
          <Frame expiredEmail={session.isExpired ? session.session.user.email : null} />
        </TooltipProvider>
      </CSPProvider>
    </QueryClientProvider>
  );
}

function useOpenDevice(userId: string | null): boolean {
  const [openedFor, setOpenedFor] = useState<string | null>(null);
  useEffect(() => {
    if (userId) void openDevice(userId).then(() => setOpenedFor(userId));
  }, [userId]);
  return userId !== null && openedFor === userId;
}

function Frame({ expiredEmail }: { expiredEmail: string | null }) {
  const signOut = useSignOut();
  return (
    <div className="flex h-full overflow-hidden">
      <a
        href="#main"
        className="absolute top-2 left-2 z-50 -translate-y-16 rounded-md bg-accent-fill px-3 py-1.5 text-sm font-medium text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <Sidebar onSignOut={() => void signOut.ask()} />
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
        <main id="main" tabIndex={-1} className="relative min-h-0 flex-1 overflow-y-auto outline-none">
          <Outlet />
        </main>
      </div>
    </div>
  );
}
