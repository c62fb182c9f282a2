import { useEffect } from "react";
import type { CloseReason, Refusal } from "#contract/wire/socket.ts";
import { expire } from "../../platform/session.ts";
import { requireUpdate } from "../../platform/update.ts";
import { Banner } from "../../ui/banner.tsx";
import { t } from "../../lib/messages/t.ts";

const words: Record<Refusal | CloseReason, string> = {
  CLIENT_TOO_OLD: t(
    "Cairn was updated and this page may no longer change the note. What you wrote is kept on this device.",
  ),
  UNAUTHENTICATED: t("You are signed out. What you write is kept on this device and sent after you sign in."),
  NOT_FOUND: t("This note is not on the server, or not yours to see. What this device has of it is kept."),
  UNAVAILABLE: t(
    "The server cannot store changes just now. What you write is kept on this device and sent when it can.",
  ),
  QUOTA_EXCEEDED: t(
    "The account this note belongs to has no room left for text. What you write is kept on this device and sent once there is room again.",
  ),
};

/** Why a note does not sync, or only later. An old page and an ended session also concern the whole page, which is told here. */
export function RefusalBanner({ refusal }: { refusal: Refusal | CloseReason }) {
  useEffect(() => {
    if (refusal === "CLIENT_TOO_OLD") requireUpdate();
    if (refusal === "UNAUTHENTICATED") expire();
  }, [refusal]);
  return <Banner tone={refusal === "NOT_FOUND" ? "danger" : "warn"}>{words[refusal]}</Banner>;
}
