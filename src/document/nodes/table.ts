import {
  Table as TiptapTable,
  TableCell as TiptapTableCell,
  TableHeader as TiptapTableHeader,
  TableRow,
} from "@tiptap/extension-table";
import { integer, oneOf } from "../clean-values.ts";
import type { SchemaNode } from "../schema-node.ts";

export const Table = TiptapTable.configure({ resizable: false });

// A cell holds lines, not blocks: that is what Markdown can say, so a table survives export and import.
const content = "paragraph+";

export const TableCell = TiptapTableCell.extend({ content });
export const TableHeader = TiptapTableHeader.extend({ content });

const attributes = {
  colspan: integer(1, 100, 1),
  rowspan: integer(1, 100, 1),
  colwidth: (value: unknown) =>
    Array.isArray(value) &&
    value.length <= 100 &&
    value.every((width) => Number.isInteger(width) && width > 0)
      ? value
      : null,
  align: oneOf("left", "center", "right"),
};

export const table: SchemaNode = { extension: Table, hasId: true };
export const tableRow: SchemaNode = { extension: TableRow };
export const tableHeader: SchemaNode = { extension: TableHeader, attributes };
export const tableCell: SchemaNode = { extension: TableCell, attributes };
