const NAME_MAX = 80;
/** Names that Windows keeps for devices. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** A title as a file's name: what any system refuses becomes a space. */
export function fileName(title: string): string {
  const name = title
    .normalize("NFC")
    // oxlint-disable-next-line no-control-regex -- they are what must go
    .replaceAll(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^[. ]+/, "")
    .replace(/[. ]+$/, "");
  const short = [...name].slice(0, NAME_MAX).join("").trim();
  if (!short) return "Untitled";
  return RESERVED.test(short) ? `${short}_` : short;
}

type Folder = { id: string; name: string; parentId: string | null };
type Note = { id: string; title: string; folderId: string | null };

/** Gives each name once; the next of the same gets a number. */
export function freeNames(): (base: string, ending: string) => string {
  const taken = new Set<string>();
  return (base, ending) => {
    for (let number = 1; ; number++) {
      const path = number === 1 ? base + ending : `${base} ${number}${ending}`;
      // Some systems do not tell large letters from small ones.
      if (taken.has(path.toLowerCase())) continue;
      taken.add(path.toLowerCase());
      return path;
    }
  };
}

/** Paths of all notes in their folders, ending in .md; two of one name get a number. */
export function notePaths(folders: Folder[], notes: Note[]): Map<string, string> {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const folderPaths = new Map<string, string>();
  const free = freeNames();
  const pathOf = (id: string | null): string => {
    const folder = id ? byId.get(id) : undefined;
    if (!folder) return "";
    const known = folderPaths.get(folder.id);
    if (known !== undefined) return known;
    const path = `${free(pathOf(folder.parentId) + fileName(folder.name), "")}/`;
    folderPaths.set(folder.id, path);
    return path;
  };
  return new Map(
    notes.map(({ id, title, folderId }) => [id, free(pathOf(folderId) + fileName(title), ".md")]),
  );
}

/** The way from one file to another, as Markdown wants it. */
export function relativeAddress(from: string, to: string): string {
  const up = "../".repeat(from.split("/").length - 1);
  return encodeURI(up + to).replaceAll(
    /[()#?]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
