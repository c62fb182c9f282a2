import { t } from "../../lib/messages/t.ts";

/** Why passkeys cannot work here, in words; null when they can. */
export function passkeyObstacle(): string | null {
  if (!isSecureContext) return t("Passkeys need a secure connection. Open Cairn over https or at localhost.");
  if (/^[\d.]+$|^\[/.test(location.hostname))
    return t("Passkeys need a host name. Open Cairn by its name instead of its IP address.");
  if (!("PublicKeyCredential" in globalThis)) return t("Your browser doesn't support passkeys.");
  return null;
}
