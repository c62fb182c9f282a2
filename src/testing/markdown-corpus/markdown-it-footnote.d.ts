declare module "markdown-it-footnote" {
  import type MarkdownIt from "markdown-it";
  const footnote: (parser: MarkdownIt) => void;
  // oxlint-disable-next-line import/no-default-export -- this is how the package is made
  export default footnote;
}
