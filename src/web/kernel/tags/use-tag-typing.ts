import { type KeyboardEvent, useState } from "react";

const MOST_LETTERS = 100;

/** A field for tags: Enter or a comma adds one, Backspace takes the last away. */
export function useTagTyping(tags: string[], onChange: (tags: string[]) => void, most = Infinity) {
  const [typed, setTyped] = useState("");
  const has = (tag: string) => tags.some((one) => one.toLowerCase() === tag.toLowerCase());
  const add = () => {
    const tag = typed.replaceAll(",", " ").trim().replace(/^#/, "").slice(0, MOST_LETTERS);
    setTyped("");
    if (tag && !has(tag) && tags.length < most) onChange([...tags, tag]);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" || event.key === ",") {
      event.preventDefault();
      add();
    } else if (event.key === "Backspace" && typed === "" && tags.length > 0) onChange(tags.slice(0, -1));
  };
  return { typed, setTyped, has, add, handleKeyDown };
}
