/** What a part of an address says; what is not percent-encoded as it should be is left as it is. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
