/**
 * Code that comes when the first block needs it. What is asked for meanwhile is done in order; without it (no server, an old
 * page) the block shows its source, which it shows from the start.
 */
export function deferred<Loaded>(load: () => Promise<Loaded>): (use: (loaded: Loaded) => void) => void {
  let loaded: Loaded | undefined;
  let loading: Promise<Loaded> | undefined;
  return (use) => {
    if (loaded !== undefined) return use(loaded);
    loading ??= load();
    loading.then(
      (module) => use((loaded = module)),
      () => (loading = undefined),
    );
  };
}
