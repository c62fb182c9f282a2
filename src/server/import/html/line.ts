import type { JSONContent } from "@tiptap/core";

type Marks = NonNullable<JSONContent["marks"]>;

/** Inline content as it is read: white space as a browser shows it, text of equal marks joined. */
export class Line {
  private nodes: JSONContent[] = [];

  text(text: string, marks: Marks, isKept = false): void {
    if (isKept) return this.keep(text, marks);
    let shown = text.replaceAll(/[ \t\n\r\f]+/g, " ");
    if (this.endsOpen()) shown = shown.replace(/^ /, "");
    if (shown !== "") this.push(shown, marks);
  }

  /** Text of code and of `pre`, whose line ends are breaks. */
  private keep(text: string, marks: Marks): void {
    const lines = text.replaceAll(/\r\n?/g, "\n").split("\n");
    lines.forEach((line, index) => {
      if (index > 0) this.add({ type: "hardBreak" });
      if (line !== "") this.push(line, marks);
    });
  }

  add(node: JSONContent): void {
    // White space before a break is seen by nobody.
    if (node.type === "hardBreak") this.trimEnd();
    this.nodes.push(node);
  }

  get isEmpty(): boolean {
    return this.nodes.every((node) => node.type === "hardBreak" || node.text?.trim() === "");
  }

  /** What was read, and the line is empty again. */
  take(): JSONContent[] {
    this.trimEnd();
    while (this.nodes.at(-1)?.type === "hardBreak") this.nodes.pop();
    const taken = this.nodes;
    this.nodes = [];
    return taken;
  }

  private endsOpen(): boolean {
    const last = this.nodes.at(-1);
    return last === undefined || last.type === "hardBreak" || /[ \t\n]$/.test(last.text ?? "");
  }

  private trimEnd(): void {
    const last = this.nodes.at(-1);
    if (last?.type !== "text") return;
    const text = (last.text ?? "").replace(/[ \t\n]+$/, "");
    if (text === "") this.nodes.pop();
    else last.text = text;
  }

  private push(text: string, marks: Marks): void {
    const last = this.nodes.at(-1);
    if (last?.type === "text" && JSON.stringify(last.marks ?? []) === JSON.stringify(marks)) {
      last.text += text;
      return;
    }
    this.nodes.push({ type: "text", text, ...(marks.length > 0 ? { marks: [...marks] } : {}) });
  }
}
