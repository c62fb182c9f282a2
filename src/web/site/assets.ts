import { createContext, use } from "react";

/** Where the build has put what a page names; development has names of its own. */
export type SiteAssets = {
  /** Put before addresses that have to be absolute; the server knows it, the build does not. */
  origin: string;
  styles: string[];
  /** By entry: the page's own module first, then what it imports at once. */
  scripts: Record<string, string[]>;
  font: string | null;
  /** By file name in src/web/site/images. */
  images: Record<string, string>;
};

/** `islandHtml`: the part that its script takes over, rendered by itself, so that React finds what it would render. */
type PageAssets = SiteAssets & { islandHtml: string };

const AssetContext = createContext<PageAssets | null>(null);
export const AssetProvider = AssetContext.Provider;

export function useAssets(): PageAssets {
  const assets = use(AssetContext);
  if (!assets) throw new Error("A public page is rendered inside AssetProvider");
  return assets;
}
