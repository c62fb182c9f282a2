import { Outlet } from "@tanstack/react-router";
import { UpdateBanner } from "../features/frame/update-banner.tsx";

export function Root() {
  return (
    <>
      <UpdateBanner />
      <Outlet />
    </>
  );
}
