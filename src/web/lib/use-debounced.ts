import { useEffect, useEffectEvent, useState } from "react";

/** A value that follows after it has stood still for a while. */
export function useDebounced<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

/** The words of a field that are told once they rest: only typing tells, not a value that comes from elsewhere. */
export function useTyped(value: string, ms: number, onChange: (words: string) => void) {
  const [typed, setTyped] = useState(value);
  const settled = useDebounced(typed, ms);
  const tell = useEffectEvent((words: string) => {
    if (words !== value) onChange(words);
  });
  useEffect(() => tell(settled), [settled]);
  return [typed, setTyped] as const;
}
