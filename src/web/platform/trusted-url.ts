type Policy = { createScriptURL: (path: string) => unknown };
type TrustedTypes = {
  createPolicy: (name: string, rules: { createScriptURL: (path: string) => string }) => Policy;
};

let policy: Policy | undefined;

/** Trusted Types count a worker's address as script. Only for addresses that the build has made. */
export function trustedUrl(path: string): string {
  policy ??= (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("cairn", {
    createScriptURL: (asked) => {
      if (new URL(asked, location.href).origin !== location.origin)
        throw new TypeError("A worker of another origin is none of ours");
      return asked;
    },
  });
  return (policy?.createScriptURL(path) as string | undefined) ?? path;
}
