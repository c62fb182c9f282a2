/** In small letters and without marks, to be compared. */
export const folded = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
