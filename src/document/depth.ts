/**
 * How deep blocks may lie in each other: far beyond what anyone writes, far below what exhausts the stack of
 * the recursive code in ProseMirror, the Markdown writer and the browser. Deeper content is kept as source.
 */
export const BLOCK_DEPTH_MAX = 100;
