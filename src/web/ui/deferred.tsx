import { useEffect, useState, type ComponentType, type FunctionComponent } from "react";

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
