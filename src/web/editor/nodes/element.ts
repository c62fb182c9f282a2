type Attributes = Record<string, string | boolean | null>;

/** A DOM element as the views of blocks need it: attributes by name, true for one without a value, null for none. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
  made.append(...children);
  return made;
}

/** A drawing of lines on 24 by 24, like the icons everywhere else. */
export function icon(path: string): SVGElement {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  const shape = document.createElementNS(space, "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "block-icon");
  svg.setAttribute("aria-hidden", "true");
  shape.setAttribute("d", path);
  svg.append(shape);
  return svg;
}
