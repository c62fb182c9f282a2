import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TEXT = /\.(?:js|css|svg|html|json|webmanifest)$/;
/** Smaller files fit one packet either way. */
const SMALLEST = 1_024;

/** Puts a .br and a .gz beside every text file of a build: compressed once, as small as can be, instead of at each request. */
export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    paths.map(async (path) => {
      const bytes = await readFile(path);
      if (bytes.length < SMALLEST) return;
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      };
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
    }),
  );
}
