import type { OpenEditor } from "../kernel/actions/action.ts";
import { useActionContext } from "../kernel/actions/here.ts";

/** The texts on the page, the one last written in at the end. */
const texts: OpenEditor[] = [];

const showText = () => useActionContext.setState({ editor: texts.at(-1) ?? null });

/** The text is the one that actions mean until another is entered. */
export function enterText(text: OpenEditor): void {
  leaveText(text);
  texts.push(text);
  showText();
}

export function leaveText(text: OpenEditor): void {
  const index = texts.indexOf(text);
  if (index >= 0) texts.splice(index, 1);
  showText();
}
