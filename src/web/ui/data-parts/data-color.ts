/** One of the eight colors for kinds of data, which mean nothing by themselves. */
export type DataColor = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export const DATA_COLORS: readonly DataColor[] = [1, 2, 3, 4, 5, 6, 7, 8];

/** For `style`: it follows the mode. */
export const dataColor = (color: DataColor): string => `var(--data-${color})`;
