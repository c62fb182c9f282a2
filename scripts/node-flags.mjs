/**
 * How the server's Node is started. Young objects get 4 MB instead of 16 (each of V8's two halves, in each thread): what requests
 * leave behind is small and short-lived, and the server needs half of the memory, measured by `npm run bench -- --only memory`.
 * What is older is collected when nothing is to be done (src/server/platform/collect-when-idle.ts).
 */
export const SERVER_FLAGS = ["--max-semi-space-size=4", "--expose-gc"];
