import { t } from "../../lib/messages/t.ts";

/** What this server takes, as `files.usage` tells it. */
export type FileLimits = { maxImageBytes: number; maxVideoBytes: number; maxFileBytes: number };

const IMAGE = /^image\/(?:jpe?g|png|webp|gif)$/;
const VIDEO = /^video\/(?:mp4|webm)$/;

/** Why a file is refused before it is sent, in the words of the server; null when it may go, or nobody knows the limits. */
export function refuseFile(
  { size, type }: { size: number; type: string },
  limits: FileLimits | null,
): string | null {
  if (size === 0) return t("This file is empty.");
  if (!limits) return null;
  const most = IMAGE.test(type)
    ? limits.maxImageBytes
    : VIDEO.test(type)
      ? limits.maxVideoBytes
      : limits.maxFileBytes;
  return size > most
    ? t("File size must be less than {most}MB", { most: Math.round(most / 1024 / 1024) })
    : null;
}
