import type { Extensions } from "@tiptap/core";
import { getSchema } from "@tiptap/core";
import { Bold } from "@tiptap/extension-bold";
import { Document } from "@tiptap/extension-document";
import { Italic } from "@tiptap/extension-italic";
import { Strike } from "@tiptap/extension-strike";
import { Text } from "@tiptap/extension-text";
import { BlockIdAttribute } from "./block-id-attribute.ts";
import { NODES } from "./nodes.ts";
import { Code } from "./marks/code.ts";
import { Comment } from "./marks/comment.ts";
import { Highlight } from "./marks/highlight.ts";
import { Link } from "./marks/link.ts";
import { Origin } from "./marks/origin.ts";

/** What a note can contain. The editor adds behaviour and views to these; it adds no node and no mark. */
export const extensions: Extensions = [
  Document,
  Text,
  ...NODES.map(({ extension }) => extension),
  Link,
  Bold,
  Italic,
  Strike,
  Code,
  Highlight,
  Comment,
  Origin,
  BlockIdAttribute,
];

export const schema = getSchema(extensions);
