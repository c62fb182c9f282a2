import { defineManifest } from "../../kernel/manifest.ts";
import { loadSession } from "../../platform/session.ts";

export const accounts = defineManifest({ live: { profile: () => void loadSession() } });
