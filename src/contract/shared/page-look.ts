export const PAGE_THEMES = ["system", "light", "dark"] as const;

/** The colors for kinds of data, in their order: what each may be is held by a test. */
export const PAGE_ACCENTS = ["teal", "orange", "purple", "green", "gold", "pink", "blue", "red"] as const;
