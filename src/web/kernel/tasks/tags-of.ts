/** Tags as they are written in one field: "home, errands" or "#home #errands". */
export const tagsOf = (written: string): string[] => [
  ...new Set(
    written
      .split(/[,#]/)
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];
