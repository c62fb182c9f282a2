import { defineManifest } from "../../kernel/manifest.ts";
import { api, invalidate } from "../../platform/api.ts";

const refresh = () => invalidate(api.seo.key());

export const seo = defineManifest({ live: { seo: refresh, note: refresh } });
