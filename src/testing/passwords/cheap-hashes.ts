import { registerHooks } from "node:module";

/*
 * `node --import` of this file gives a test's process cheap password hashes: a true one takes 60 ms of a core, and a run makes a
 * thousand. It takes the place of the library's module from outside, so that the product has no switch that could be left on.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier === "@better-auth/utils/password"
        ? new URL("cheap-hash.ts", import.meta.url).href
        : specifier,
      context,
    ),
});
