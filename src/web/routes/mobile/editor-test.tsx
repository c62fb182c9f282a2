import { lazy } from "react";
import { loadTwice } from "../../app/shell/load-twice.ts";
import { MobileBack } from "../../features/mobile/mobile-back.tsx";

/** By a file of its own: whoever writes on a phone would carry the names of all files that this page needs. */
const Page = lazy(async () => ({
  default: (await loadTwice(() => import("../editor-test.tsx"))).EditorTestPage,
}));

export function MobileEditorTest() {
  return (
    <MobileBack>
      <Page />
    </MobileBack>
  );
}
