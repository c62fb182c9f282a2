import { t } from "../../lib/messages/t.ts";
import { errorCode, errorMessage } from "../../platform/rpc-errors.ts";

/** In the specification's words, with the reason where the server has one for people. */
export function failedToMake(error: unknown): string {
  const code = errorCode(error);
  const reason = code === "SERVICE_FAILED" || code === "RATE_LIMITED" ? errorMessage(error, "") : "";
  return reason ? t("Failed to generate images: {reason}", { reason }) : t("Failed to generate images");
}
