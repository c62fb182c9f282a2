/** What browsers say of a module that did not arrive, with its address; Safari names none, and asks anew by itself. */
const NOT_ARRIVED = /imported module: (\S+)/;

/** What was lost, and what came of asking for it again. */
const lost = new Map<string, Promise<unknown> | null>();

/**
 * Every `import()` of the built pages goes through here (scripts/import-again.ts). Chromium remembers that a module did not arrive
 * for as long as the page lives, and answers each later import from that: after a moment without a network a dialog would not open
 * until the page is loaded anew. So what was lost is asked for under another address from the second try on.
 */
export const importAgain = <Module>(importer: () => Promise<Module>): Promise<Module> =>
  importer().catch((error: unknown) => {
    const address = NOT_ARRIVED.exec(String(error))?.[1];
    if (!address) throw error;
    let again = lost.get(address);
    if (again === undefined) {
      lost.set(address, null);
      throw error;
    }
    if (!again) {
      again = import(/* @vite-ignore */ `${address}?again=${Date.now()}`);
      lost.set(address, again);
      // One instance for all who ask; should it be lost as well, the next one asks anew.
      again.catch(() => lost.set(address, null));
    }
    return again as Promise<Module>;
  });
