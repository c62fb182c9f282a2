/** Why passkeys cannot work here, in words; null when they can. */
export function passkeyObstacle(): string | null {
  if (!isSecureContext)
    return "Passkeys need a secure connection. Open Cairn over https, or at localhost, to use them.";
  if (/^[\d.]+$|^\[/.test(location.hostname))
    return "Passkeys need a host name. Open Cairn by its name instead of its number to use them.";
  if (!("PublicKeyCredential" in globalThis)) return "This browser does not know passkeys.";
  return null;
}
