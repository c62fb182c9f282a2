import type { ReactNode } from "react";
import { UpdateBanner } from "../../features/frame/update-banner.tsx";

/** The window around every page. */
export function PageFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex h-dvh flex-col">
      <div id="window-top" className="window-top shrink-0" />
      <UpdateBanner />
      <div id="page" className="min-h-0 flex-1 overflow-y-auto">
        {children}
      </div>
    </div>
  );
}
