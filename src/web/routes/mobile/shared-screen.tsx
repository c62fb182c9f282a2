import type { ComponentType } from "react";
import { lazyPage } from "../../app/shell/lazy-page.ts";
import { MobileBack } from "../../features/mobile/mobile-back.tsx";

/** Screens that both apps share; here each has a way back above it. */
export function shared<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  const Page: ComponentType & { preload?: (() => Promise<void> | undefined) | undefined } = lazyPage(
    load,
    name,
  );
  function SharedScreen() {
    return (
      <MobileBack>
        <Page />
      </MobileBack>
    );
  }
  return Object.assign(SharedScreen, { preload: Page.preload });
}
