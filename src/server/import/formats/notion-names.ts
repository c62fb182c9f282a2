/** Notion ends every name of an export with the id of the page. */
const ID = / ?\b[0-9a-f]{32}(?=(?:_all)?(?:\.[a-z]{2,4})?$)/i;

export const isNotionName = (path: string): boolean => /[0-9a-f]{32}(?:_all)?\.(?:md|html|csv)$/i.test(path);

/** A name of an export as its page is called. */
export const withoutNotionId = (name: string): string => name.replace(ID, "").trim() || name;
