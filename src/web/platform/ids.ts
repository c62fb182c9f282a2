/**
 * A UUID of version 7, so that ids made here sort by creation like the server's.
 * getRandomValues rather than randomUUID: the latter is missing on plain http outside localhost.
 */
export function newId(now = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  new DataView(bytes.buffer).setUint32(0, Math.floor(now / 0x1_0000));
  new DataView(bytes.buffer).setUint16(4, now % 0x1_0000);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Whether an address can be one of ours. Not the contract's schema: Zod would come along, and the page's policy forbids what it tries. */
export const isId = (value: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);

/** When what has this id was made, in milliseconds since 1970: how a UUID of version 7 begins. */
export const createdAtOf = (id: string): number => Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
