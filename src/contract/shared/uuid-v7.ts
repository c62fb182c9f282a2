// Typed here because contract/ is compiled without DOM and Node; both have it, also on plain http where randomUUID is missing.
declare const crypto: { getRandomValues: (array: Uint8Array) => Uint8Array };

/** A UUID of version 7 (RFC 9562 section 5.7): 48 bits of milliseconds since 1970, then 74 random bits. */
export function uuidV7(now = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  for (let index = 0; index < 6; index++) bytes[index] = Math.floor(now / 2 ** (8 * (5 - index))) % 256;
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
