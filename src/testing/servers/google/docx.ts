import { zipOf } from "../../import-files.ts";

/** What Google hands a document out as, with these paragraphs. */
export const docxOf = (paragraphs: string[]): Promise<Buffer> =>
  zipOf({
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraphs
      .map((words) => `<w:p><w:r><w:t xml:space="preserve">${words}</w:t></w:r></w:p>`)
      .join("")}</w:body></w:document>`,
  });
