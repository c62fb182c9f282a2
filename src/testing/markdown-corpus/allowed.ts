/** Every way in which an export may differ from what was imported. Text and code differ in none of them. */
export const ALLOWED = {
  "line-end": "a line end within a paragraph (also one written as &#10;) becomes a space",
  "tight-list": "blank lines between the items of a list: all or none",
  "indented-code": "indented code gets fences",
  "info-spacing": "spaces around the words behind a fence",
  "html-indent": "the indent of a block of HTML, and blank lines at its end",
  "html-line-end": "a line end within a tag becomes a space",
  "list-split-at-tasks": "a list with tasks and other items becomes one list of each kind",
  "task-box": "[X] becomes [x]",
  "single-tilde": "~struck~ becomes ~~struck~~",
  "empty-paragraph": "a paragraph of nothing but a line break",
  "cells-beyond-header": "a table whose rows have more cells than its header gets wider, and shows them",
  "tag-alone": "a tag over several lines, alone in its paragraph, becomes a block of HTML on one line",
  "mark-order": "the order in which bold, italic and struck are nested",
  "mark-doubled": "bold within bold, which is no bolder",
  "br-tag": "<br> becomes a line break, and a line break in a heading or cell <br>",
  "marked-tag": "whether a tag or line break at the edge of bold text is bold",
  "space-at-break": "spaces beside a line break",
  "callout-break": "a line break or blank line behind the kind of a callout becomes a space",
  "details-tags":
    "<details> and <summary> stand on lines of their own, <b> and <i> in a summary become <strong> and <em>",
  "bare-address": "a bare address is written between angle brackets",
} as const;

export type Rule = keyof typeof ALLOWED;
