/**
 * Counts up with every change of the schema that an older page could not keep: new nodes, marks or attributes. Alone in
 * its file, because stores and sockets ask for it long before the editor is loaded.
 */
export const SCHEMA_VERSION = 3;

/** The name of the Yjs fragment that holds a note's body. */
export const FRAGMENT = "body";
