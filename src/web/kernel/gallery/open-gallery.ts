import type { Picture } from "#contract/gallery.ts";
import { openDialog } from "../actions/dialogs.ts";

declare module "../actions/dialogs.ts" {
  interface Dialogs {
    gallery: {
      /** Someone wants one picture of it: choosing closes the gallery. Absent: it is only looked through. */
      onPick?: (picture: Picture) => void;
    };
  }
}

/** The gallery over the page, wherever it is asked for. */
export const openGallery = ({ onPick }: { onPick?: (picture: Picture) => void } = {}): void =>
  openDialog({ kind: "gallery", ...(onPick && { onPick }) });
