import {
  type ComponentType,
  type FunctionComponent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";

const AGAIN_AFTER_MS = 5_000;

/**
 * A part that the page can do without, drawn when its code has come. Without the server it is tried again until it has: a
 * lazy component would take the whole page down instead.
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Part(props: Props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(() => loaded);
    useEffect(() => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let isGone = false;
      const tryToLoad = () =>
        void load().then(
          (component) => {
            loaded = component;
            if (!isGone) setLoaded(() => component);
          },
          () => {
            if (!isGone) timer = setTimeout(tryToLoad, AGAIN_AFTER_MS);
          },
        );
      if (!loaded) tryToLoad();
      return () => {
        isGone = true;
        clearTimeout(timer);
      };
    }, []);
    return Loaded && <Loaded {...props} />;
  };
}

let arrivals = 0;
const heard = new Set<() => void>();

/** Tells every `AwaitPart` that code has come, once React knows it too. */
export function tellArrival(): void {
  setTimeout(() => {
    arrivals += 1;
    for (const hear of heard) hear();
  });
}

/** A part with code of its own, for within `AwaitPart`. */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    const part = await load();
    tellArrival();
    return { default: part };
  });

function subscribe(hear: () => void): () => void {
  heard.add(hear);
  return () => heard.delete(hear);
}

/**
 * Suspense for code. What React shows by itself after a fallback it keeps back until the fallback has stood for 300 ms, however soon the
 * code is there, so that lists don't flicker; an update that comes when the code does is shown at once.
 */
export function AwaitPart({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) {
  useSyncExternalStore(subscribe, () => arrivals);
  return <Suspense fallback={fallback}>{children}</Suspense>;
}
