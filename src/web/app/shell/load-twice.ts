import { t } from "../../lib/messages/t.ts";

/** A page's code did not arrive, twice. */
export class PageLoadError extends Error {}

const RETRY_AFTER = 1000;

/** Loads a page's code; tries once more after a second, then gives up with the error the error screen knows. */
export async function loadTwice<Module>(importer: () => Promise<Module>): Promise<Module> {
  try {
    return await importer();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER));
    return importer().catch((error: unknown) => {
      throw new PageLoadError(t("Failed to load page. Please refresh to try again."), { cause: error });
    });
  }
}
