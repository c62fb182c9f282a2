import { t } from "../../lib/messages/t.ts";
import { element } from "../nodes/element.ts";

export type UploadShown = {
  name: string;
  /** How much is there, from 0 to 1. */
  part: number;
  failed: { words: string; retry: () => void; cancel: () => void } | null;
};

/** What stands in the text for an image on its way, or for one that could not be sent. */
export function placeholder({ name, part, failed }: UploadShown): HTMLElement {
  if (failed) {
    const retry = element("button", { type: "button", class: "upload-button" }, t("Retry"));
    const cancel = element("button", { type: "button", class: "upload-button" }, t("Cancel"));
    retry.addEventListener("click", failed.retry);
    cancel.addEventListener("click", failed.cancel);
    const status = { class: "upload-placeholder upload-status", role: "group", "aria-label": name };
    return element(
      "span",
      { ...status, "data-failed": true },
      element("span", { class: "upload-words" }, failed.words),
      retry,
      cancel,
    );
  }
  const label = t("Uploading {name}", { name });
  const shown = element(
    "span",
    {
      class: "upload-placeholder",
      role: "progressbar",
      "aria-label": label,
      "aria-valuenow": String(Math.round(part * 100)),
    },
    label,
  );
  shown.style.setProperty("--part", String(part));
  return shown;
}
