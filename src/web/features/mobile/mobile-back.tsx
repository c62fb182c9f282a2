import type { ReactNode } from "react";
import { BeforeTitle } from "../../ui/screen.tsx";
import { BackButton } from "./mobile-header.tsx";

/** A screen that both apps share: it brings its own heading, which gets a way back before it and stays in sight. */
export function MobileBack({ children }: { children: ReactNode }) {
  return (
    <div className="mobile-scroller shared-screen h-full">
      <BeforeTitle value={<BackButton to="/mobile/dashboard" />}>{children}</BeforeTitle>
    </div>
  );
}
