/** Which AI models may read what lies in a folder, or has a tag: the later of two is the stricter one. */
export const AI_ACCESS = ["any", "local", "none"] as const;
export type AiAccess = (typeof AI_ACCESS)[number];

export const isStricter = (one: AiAccess, than: AiAccess): boolean =>
  AI_ACCESS.indexOf(one) > AI_ACCESS.indexOf(than);

export const strictest = (...all: AiAccess[]): AiAccess =>
  all.reduce((found, one) => (isStricter(one, found) ? one : found), "any");
