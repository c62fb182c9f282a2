import { access } from "node:fs/promises";
import { join } from "node:path";

export const MANIFEST = "_cairn/manifest.json";

export const isCairnExport = (root: string): Promise<boolean> =>
  access(join(root, MANIFEST)).then(
    () => true,
    () => false,
  );
