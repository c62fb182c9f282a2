/** A bit of everything that a text can hold, in Markdown, with what is too long for a narrow screen. */
export const FULL_NOTE = `# First heading

A paragraph with **bold**, _italic_, ~~struck~~ words, \`code\` and [a link](https://example.org/${"long/".repeat(30)}).

## Second heading

- one
  - nested with ${"a-word-without-any-break".repeat(6)}
- two

1. first
2. second

- [ ] to do
- [x] done

> A quotation that goes on for a while, so that it has to break into several lines on a small screen.

\`\`\`ts
const aLongLine = "${"of code that scrolls sideways ".repeat(8)}";
\`\`\`

| Place | Height | Remarks | More | And more |
| --- | ---: | --- | --- | --- |
| Galdhøpiggen | 2469 | Highest of the north | by the western ridge | in summer |

---

<details><summary>Raw HTML</summary>kept as it is</details>

日本語とالعربية and 🏔️ in one line.
`;
