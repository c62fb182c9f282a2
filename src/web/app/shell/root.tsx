import { Outlet } from "@tanstack/react-router";
import { UpdateBanner } from "../../features/frame/update-banner.tsx";

export function Root() {
  return (
    <div className="flex h-dvh flex-col">
      <div id="window-top" className="window-top shrink-0" />
      <UpdateBanner />
      <div id="page" className="min-h-0 flex-1 overflow-y-auto">
        <Outlet />
      </div>
    </div>
  );
}
