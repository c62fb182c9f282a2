/** One of every block and mark, as Markdown says them: what /app/editor-test begins with. */
export const EVERY_BLOCK = `# Every block of a note

A paragraph with **bold**, *italic*, ~~struck~~, ==marked== and \`code\`, a [link](https://example.com), a formula $e^{i\\pi} + 1 = 0$ and a link to [[Another note]].

## Lists

- One thing
  - and what belongs to it
- Another

1. First
2. Second

- [x] Done
- [ ] Still to do

## Remarks

> A quote of somebody else.

> [!NOTE]
> A note.

> [!TIP] With a title of its own
> - and a list in it

> [!WARNING]
> A warning.

> [!caution]- One that can be closed
> What is in it.

<details>
<summary>A toggle with <b>text</b> in it</summary>

It opens and closes.

</details>

## Code and formulas

\`\`\`typescript
/** How many words there are. */
export const count = (text: string): number => text.split(/\\s+/).filter(Boolean).length; // 42
\`\`\`

\`\`\`mermaid
flowchart LR
  A[Idea] --> B{Good?}
  B -->|yes| C[Write it down]
  B -->|no| A
\`\`\`

$$
\\int_0^\\infty e^{-x^2}\\,dx = \\frac{\\sqrt{\\pi}}{2}
$$

## Tables and columns

| Left | Middle | Right |
| :-- | :-: | --: |
| a | *b* | 1 |
| c | **d** | 22 |

<div class="columns">
<div class="column">

The first column.

</div>
<div class="column">

The second column.

</div>
</div>

## Pictures, files and other notes

![A small mark|120](/files/00000000-0000-7000-8000-000000000001 "Its caption")

[report.pdf](/files/00000000-0000-7000-8000-000000000002)

![clip.mp4](/files/00000000-0000-7000-8000-000000000003)

![[Another note]]

<div>HTML that is kept as it was.</div>

---

The end.
`;
