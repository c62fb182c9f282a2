type LaunchParams = { targetURL?: string; files?: readonly FileSystemFileHandle[] };
type LaunchQueue = { setConsumer: (take: (params: LaunchParams) => void) => void };

type Takers = {
  onFile: (file: File) => Promise<unknown>;
  /** A shortcut or link of this site was opened while the app was there: its window is reused. */
  go: (href: string) => void;
};

const isText = (file: File) => /\.(?:md|markdown|txt)$/i.test(file.name);

/** What the system gives an installed app: files it is opened with, addresses it is sent to. */
export function takeLaunches({ onFile, go }: Takers): void {
  const queue = (globalThis as { launchQueue?: LaunchQueue }).launchQueue;
  const [load] = performance.getEntriesByType("navigation");
  let isFirst = true;
  queue?.setConsumer(({ targetURL, files = [] }) => {
    const isOwnStart = isFirst && targetURL === load?.name;
    isFirst = false;
    if (files.length > 0) void openFiles(files, onFile);
    else if (targetURL && !isOwnStart) go(hrefOf(targetURL));
  });
}

function hrefOf(address: string): string {
  const { pathname, search, hash } = new URL(address);
  return pathname + search + hash;
}

/** One after the other, so that the last given is the one that is open in the end. */
export async function openFiles(
  handles: readonly Pick<FileSystemFileHandle, "getFile">[],
  onFile: (file: File) => Promise<unknown>,
): Promise<void> {
  for (const handle of handles) {
    const file = await handle.getFile();
    if (isText(file)) await onFile(file);
  }
}
