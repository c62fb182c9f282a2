/// <reference types="vite/client" />

/** Names the build this page belongs to; set by vite.config.ts. */
declare const __CAIRN_BUILD__: string;
