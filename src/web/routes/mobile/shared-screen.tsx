import { lazy, type ComponentType } from "react";
import { loadTwice } from "../../app/shell/load-twice.ts";
import { MobileBack } from "../../features/mobile/mobile-back.tsx";

/** Screens that both apps share; here each has a way back above it. */
export function shared<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  const Page = lazy<ComponentType>(async () => ({ default: (await loadTwice(load))[name] }));
  return function SharedScreen() {
    return (
      <MobileBack>
        <Page />
      </MobileBack>
    );
  };
}
