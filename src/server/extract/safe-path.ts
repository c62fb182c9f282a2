const PART_MAX_BYTES = 200;
const DEPTH_MAX = 50;

/** A path below a folder, whatever the name says; null when nothing is left of it. */
export function safePath(name: string): string | null {
  const parts = name
    .replaceAll("\\", "/")
    .split("/")
    // oxlint-disable-next-line no-control-regex -- they are what must go
    .map((part) => part.replaceAll(/[\u0000-\u001f]/g, "").trim())
    .filter((part) => part !== "" && part !== "." && part !== "..");
  if (parts.length === 0 || parts.length > DEPTH_MAX) return null;
  return parts.map(shorten).join("/").toWellFormed();
}

/** A title as one part of a path. */
export function safeName(title: string, otherwise = "Untitled"): string {
  return shorten(
    title
      // oxlint-disable-next-line no-control-regex -- they are what must go
      .replaceAll(/[\u0000-\u001f\u007f/\\:*?"<>|#^[\]]/g, " ")
      .replaceAll(/\s+/g, " ")
      .replace(/^[. ]+/, "")
      .trim()
      .slice(0, 120)
      .trim()
      .toWellFormed() || otherwise,
  );
}

/** A title with an ending, which says what it is and stays, however long the title. */
export function safeFileName(name: string): { name: string; ext: string } {
  const ext = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? "";
  return { name: safeName(name.slice(0, name.length - ext.length)), ext };
}

/** File systems take 255 bytes; the ending says what it is and stays. */
function shorten(part: string): string {
  if (Buffer.byteLength(part) <= PART_MAX_BYTES) return part;
  const ending = /\.[A-Za-z]{1,10}$/.exec(part)?.[0] ?? "";
  let base = part.slice(0, part.length - ending.length);
  while (Buffer.byteLength(base) > PART_MAX_BYTES - ending.length) base = [...base].slice(0, -1).join("");
  return base + ending;
}
