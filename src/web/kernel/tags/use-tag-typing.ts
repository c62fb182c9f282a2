import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";

const MOST_LETTERS = 100;

/** A field for tags: Enter or a comma adds one, Backspace takes the last away. */
export function useTagTyping(tags: string[], onChange: (tags: string[]) => void, most = Infinity) {
  const [typed, setTyped] = useState("");
  // With those added since the page was last drawn: keys come before that on a slow machine, and each changes all tags.
  const latest = useRef(tags);
  useLayoutEffect(() => {
    latest.current = tags;
  }, [tags]);
  const has = (tag: string) => latest.current.some((one) => one.toLowerCase() === tag.toLowerCase());
  const change = (changed: string[]) => {
    latest.current = changed;
    onChange(changed);
  };
  const add = () => {
    const tag = typed.replaceAll(",", " ").trim().replace(/^#/, "").slice(0, MOST_LETTERS);
    setTyped("");
    if (tag && !has(tag) && latest.current.length < most) change([...latest.current, tag]);
  };
  const remove = (tag: string) => change(latest.current.filter((other) => other !== tag));
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" || event.key === ",") {
      event.preventDefault();
      add();
    } else if (event.key === "Backspace" && typed === "" && latest.current.length > 0)
      change(latest.current.slice(0, -1));
  };
  return { typed, setTyped, has, add, remove, handleKeyDown };
}
