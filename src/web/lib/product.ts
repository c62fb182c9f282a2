/** The product's name, in one place so that a fork can rename it. */
export const PRODUCT = "Cairn";
