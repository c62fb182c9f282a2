import { useEffect } from "react";
import type { CloseReason, Refusal } from "#contract/wire/socket.ts";
import { expire } from "../../platform/session.ts";
import { requireUpdate } from "../../platform/update.ts";
import { Banner } from "../../ui/banner.tsx";
import { t } from "../../lib/messages/t.ts";

const words: Record<Refusal | CloseReason, string> = {
  CLIENT_TOO_OLD: t(
    "Cairn was updated, so this page can't save to the server anymore. Your changes are kept on this device.",
  ),
  UNAUTHENTICATED: t("You're signed out. Your changes are kept on this device and sync after you sign in."),
  NOT_FOUND: t(
    "This note isn't on the server, or you don't have access to it. The copy on this device is kept.",
  ),
  UNAVAILABLE: t(
    "The server can't save changes right now. They're kept on this device and sync as soon as it can.",
  ),
  QUOTA_EXCEEDED: t(
    "The owner's account is out of space for text. Your changes are kept on this device and sync once there is room.",
  ),
};

/**
 * Why a note does not sync, or only later. An old page and an ended session also concern the whole page, which is told here.
 * It comes with the editor: once another tab has updated the app, an old page finds no more code of its release.
 */
export function RefusalBanner({ refusal }: { refusal: Refusal | CloseReason }) {
  useEffect(() => {
    if (refusal === "CLIENT_TOO_OLD") requireUpdate();
    if (refusal === "UNAUTHENTICATED") expire();
  }, [refusal]);
  return <Banner tone={refusal === "NOT_FOUND" ? "danger" : "warn"}>{words[refusal]}</Banner>;
}
