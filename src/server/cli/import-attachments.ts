import { join, posix } from "node:path";
import type { Services } from "../base.ts";
import { Failure } from "../failure.ts";
import { findFile, saveImage } from "../files/files.ts";
import { importId } from "../import/import-id.ts";
import { whyNotTaken } from "../import/validate-file.ts";

export type AttachmentKeeper = {
  /** Null when it is stored, else why it cannot be. */
  keep: (path: string) => Promise<string | null>;
};

/** Stores images of the folder through the file feature, each once, however many notes show it and however often this is run. */
export function createAttachmentKeeper(
  services: Pick<Services, "db" | "storage" | "config">,
  userId: string,
  root: string,
): AttachmentKeeper {
  // Two notes that show the same image may be in work at the same time.
  const inWork = new Map<string, Promise<string | null>>();

  async function store(path: string): Promise<string | null> {
    const id = importId(userId, root, "file", path);
    if (await findFile(services.db, userId, id)) return null;
    const refused = await whyNotTaken(join(root, path), { maxImageBytes: services.config.maxImageBytes });
    if (refused !== null) return refused;
    try {
      const file = { id, name: posix.basename(path), source: { path: join(root, path) } };
      await saveImage(services.db, services.storage, userId, file);
      return null;
    } catch (error) {
      if (error instanceof Failure && error.code === "INVALID_INPUT") return "an image that cannot be opened";
      if (error instanceof Failure && error.code === "QUOTA_EXCEEDED") return "there is no room left for it";
      throw error;
    }
  }

  return {
    keep(path) {
      const running = inWork.get(path);
      if (running) return running;
      const started = store(path).finally(() => inWork.delete(path));
      inWork.set(path, started);
      return started;
    },
  };
}
