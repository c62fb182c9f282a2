/**
 * A single pair of dollars is a formula only when it could not be money or a shell variable: the first is
 * followed by neither space nor digit, the last follows no space and precedes no letter or digit.
 */
export function isFormula(source: string, next: string): boolean {
  if (source.startsWith("$$")) return true;
  return /^\$[^\s\d]/.test(source) && /\S\$$/.test(source) && !/[\p{L}\p{N}]/u.test(next);
}
