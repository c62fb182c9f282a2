/** What our parse rules ask of a pasted element, said without the DOM's types: the server has none. */
export interface ParsedElement {
  readonly textContent: string | null;
  readonly parentElement: {
    closest(selector: string): { getAttribute(name: string): string | null } | null;
  } | null;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
}
