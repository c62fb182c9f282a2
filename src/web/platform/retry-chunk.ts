/** The file that an importer's code names. */
const FILE = /\.\/[^`$]+/;

/** Under which query a file that was lost is asked for from then on: one, so that all who ask get one instance. */
const lost = new Map<string | undefined, string>();

let pending = 0;

/** Whether code that the page asked for is still on its way. */
export const isCodePending = () => pending > 0;

/**
 * Every `import()` of the built pages goes through here (scripts/retry-chunk-plugin.ts), its importer taught to put a query behind the
 * address. Chromium up to 155 remembers that a module did not arrive for as long as the page lives, and answers each later import
 * from that: after a moment without a network a dialog would not open until the page is loaded anew.
 */
export const retryChunk = <Module>(importer: (query?: string) => Promise<Module>): Promise<Module> => {
  const file = FILE.exec(String(importer))?.[0];
  pending += 1;
  return importer(lost.get(file))
    .catch((error: unknown) => {
      lost.set(file, `?again=${Date.now()}`);
      throw error;
    })
    .finally(() => {
      pending -= 1;
    });
};
