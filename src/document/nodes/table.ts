import { TableCell as TiptapTableCell, TableHeader as TiptapTableHeader } from "@tiptap/extension-table";

// A cell holds lines, not blocks: that is what Markdown can say, so a table survives export and import.
const content = "paragraph+";

export const TableCell = TiptapTableCell.extend({ content });
export const TableHeader = TiptapTableHeader.extend({ content });
