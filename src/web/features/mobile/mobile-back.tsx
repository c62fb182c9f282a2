import type { ReactNode } from "react";
import { BackButton } from "./mobile-header.tsx";

/** A screen that both apps share: it brings its own heading, and gets a way back above it. */
export function MobileBack({ children }: { children: ReactNode }) {
  return (
    <div className="flex h-full flex-col">
      <div className="flex min-h-12 shrink-0 items-center px-2 pt-[env(safe-area-inset-top)]">
        <BackButton to="/mobile/dashboard" />
      </div>
      <div className="mobile-scroller shared-screen min-h-0 flex-1">{children}</div>
    </div>
  );
}
