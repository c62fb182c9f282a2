import { formatBytes } from "../../lib/format-bytes.ts";
import {
  cancelUpload,
  retryUpload,
  startUploads,
  type Upload,
  useUploads,
} from "../../platform/uploads/uploads.ts";
import { hasArrived } from "../../platform/uploads/waiting-uploads.ts";
import { useSession } from "../../platform/session.ts";
import { element } from "./element.ts";
import { t } from "../../lib/messages/t.ts";

type Following = {
  onDone: () => void;
  /** Takes the block out of the text. */
  onCancel: () => void;
};

const words = ({ state, sent, size, message }: Upload): string => {
  if (state === "failed") return message || t("Not uploaded");
  if (state === "sending")
    return t("{sent} of {total}", { sent: formatBytes(Math.min(sent, size)), total: formatBytes(size) });
  return t("Waiting for the server");
};

/** How far a file has come that was put in on this device, below its block; gone when it has arrived. */
export function followUpload(dom: HTMLElement, id: string, { onDone, onCancel }: Following): () => void {
  const bar = element("span", {
    class: "upload-bar",
    role: "progressbar",
    "aria-valuemin": "0",
    "aria-valuemax": "100",
  });
  const text = element("span", { class: "upload-words" });
  const retry = element("button", { type: "button", class: "upload-button" }, t("Retry"));
  const cancel = element("button", { type: "button", class: "upload-button" }, t("Cancel"));
  const status = element("div", { class: "upload-status" }, bar, text, retry, cancel);
  retry.addEventListener("click", () => retryUpload(id));
  cancel.addEventListener("click", () => {
    void cancelUpload(id);
    onCancel();
  });
  let wasThere = false;
  const show = () => {
    const upload = useUploads.getState().uploads.get(id);
    if (!upload || upload.state === "done") {
      status.remove();
      if (wasThere || upload) onDone();
      return;
    }
    wasThere = true;
    const part = upload.sent / Math.max(1, upload.size);
    bar.setAttribute("aria-label", t("Uploading {name}", { name: upload.name }));
    bar.setAttribute("aria-valuenow", String(Math.floor(part * 100)));
    bar.style.setProperty("--part", String(part));
    text.textContent = words(upload);
    status.toggleAttribute("data-failed", upload.state === "failed");
    retry.hidden = upload.state !== "failed";
    if (!status.isConnected) dom.append(status);
  };
  const session = useSession.getState();
  if (session.status === "signed-in") void startUploads(session.session.user.id).then(show);
  show();
  return useUploads.subscribe(show);
}

/** Shows an image that waits on this device, and the server's own once it is there. */
export async function showWaiting(picture: HTMLImageElement, id: string, src: string): Promise<void> {
  const session = useSession.getState();
  if (session.status === "signed-in") await startUploads(session.session.user.id);
  await hasArrived(id);
  const upload = useUploads.getState().uploads.get(id);
  if (!upload) return;
  const shown = URL.createObjectURL(upload.file);
  picture.src = shown;
  const stop = useUploads.subscribe(({ uploads }) => {
    const state = uploads.get(id)?.state ?? "done";
    if (state !== "done") return;
    stop();
    if (picture.isConnected) picture.src = src;
    URL.revokeObjectURL(shown);
  });
}
