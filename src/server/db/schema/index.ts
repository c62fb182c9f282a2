export * from "./accounts.ts";
export * from "./clock-watch.ts";
export * from "./files.ts";
export * from "./folders.ts";
export * from "./live.ts";
export * from "./notes.ts";
export * from "./search.ts";
