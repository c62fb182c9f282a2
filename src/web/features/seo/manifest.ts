import { defineManifest } from "../../kernel/manifest.ts";
import { refreshSeo } from "./seo-queries.ts";

export const seo = defineManifest({
  live: { seo: refreshSeo, note: refreshSeo },
});
