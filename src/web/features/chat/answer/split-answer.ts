/**
 * Cuts Markdown between its blocks, so that of an answer that grows only the last piece is read anew. Cuts are made at empty lines before a line
 * that is not indented, and none within a block of code; a list with empty lines between its items becomes several, which number on.
 */
export function splitAnswer(text: string): string[] {
  const pieces: string[] = [];
  let piece = "";
  let fence: string | null = null;
  let isAfterEmpty = false;
  for (const line of text.split(/(?<=\n)/)) {
    const isEmpty = line.trim() === "";
    if (fence === null && isAfterEmpty && !isEmpty && !/^[ \t]/.test(line) && piece.trim()) {
      pieces.push(piece);
      piece = "";
    }
    piece += line;
    isAfterEmpty = isEmpty;
    const marks = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (marks && fence === null) fence = marks;
    else if (marks && fence !== null && marks.startsWith(fence) && line.trim() === marks) fence = null;
  }
  return piece.trim() ? [...pieces, piece] : pieces;
}
