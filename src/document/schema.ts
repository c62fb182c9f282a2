import type { Extensions } from "@tiptap/core";
import { getSchema } from "@tiptap/core";
import { Blockquote } from "@tiptap/extension-blockquote";
import { Bold } from "@tiptap/extension-bold";
import { Document } from "@tiptap/extension-document";
import { HardBreak } from "@tiptap/extension-hard-break";
import { Heading } from "@tiptap/extension-heading";
import { HorizontalRule } from "@tiptap/extension-horizontal-rule";
import { Italic } from "@tiptap/extension-italic";
import { ListItem } from "@tiptap/extension-list/item";
import { TaskItem } from "@tiptap/extension-list/task-item";
import { Paragraph } from "@tiptap/extension-paragraph";
import { Strike } from "@tiptap/extension-strike";
import { Table, TableRow } from "@tiptap/extension-table";
import { Text } from "@tiptap/extension-text";
import { BlockIdAttribute } from "./block-id-attribute.ts";
import { Code } from "./marks/code.ts";
import { Comment } from "./marks/comment.ts";
import { Highlight } from "./marks/highlight.ts";
import { Link } from "./marks/link.ts";
import { Callout } from "./nodes/callout.ts";
import { CodeBlock } from "./nodes/code-block.ts";
import { Column, Columns } from "./nodes/columns.ts";
import { FileBlock, Video } from "./nodes/file-blocks.ts";
import { Image } from "./nodes/image.ts";
import { BulletList, OrderedList, TaskList } from "./nodes/lists.ts";
import { MathBlock, MathInline } from "./nodes/math.ts";
import { NoteEmbed, NoteLink } from "./nodes/note-reference-nodes.ts";
import { RawBlock } from "./nodes/raw-block.ts";
import { RawInline } from "./nodes/raw-inline.ts";
import { TableCell, TableHeader } from "./nodes/table.ts";
import { Toggle, ToggleSummary } from "./nodes/toggle.ts";

/** What a note can contain. The editor adds behaviour and views to these; it adds no node and no mark. */
export const extensions: Extensions = [
  Document,
  Text,
  Paragraph,
  Heading,
  Blockquote,
  CodeBlock,
  HorizontalRule,
  BulletList,
  OrderedList,
  ListItem,
  TaskList,
  TaskItem.configure({
    nested: true,
    // Named by its own words: the items within it have boxes of their own.
    a11y: { checkboxLabel: ({ firstChild }) => `Task: ${firstChild?.textContent || "empty"}` },
  }),
  Table.configure({ resizable: false }),
  TableRow,
  TableHeader,
  TableCell,
  HardBreak,
  Image,
  RawBlock,
  RawInline,
  Callout,
  Toggle,
  ToggleSummary,
  Columns,
  Column,
  MathBlock,
  MathInline,
  FileBlock,
  Video,
  NoteLink,
  NoteEmbed,
  Link,
  Bold,
  Italic,
  Strike,
  Code,
  Highlight,
  Comment,
  BlockIdAttribute,
];

export const schema = getSchema(extensions);
