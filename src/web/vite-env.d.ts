/// <reference types="vite/client" />

/** Names the build this page belongs to; set by vite.config.ts. */
declare const __CAIRN_BUILD__: string;
/** The address of the page in which diagrams are drawn. */
declare const __CAIRN_DIAGRAM_PAGE__: string;
