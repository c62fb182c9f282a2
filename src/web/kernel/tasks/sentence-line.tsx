import { Plus } from "lucide-react";
import { useRef, useState, type FormEvent, type ReactNode, type Ref } from "react";
import { t } from "../../lib/messages/t.ts";
import { Button } from "../../ui/button.tsx";
import { inputClass } from "../../ui/field.tsx";
import { PartChips } from "./part-chips.tsx";
import { type Reader, type Span, stillThere, type Understood, useReading } from "./use-reading.ts";

const TITLE_MAX = 1000;

type SentenceLineProps<Reading extends Understood> = {
  label: string;
  placeholder: string;
  timeZone: string | undefined;
  load: (timeZone: string | undefined) => Promise<Reader<Reading>>;
  /** `read` is null where what reads the words could not be fetched. */
  onAdd: (words: string, read: Reading | null) => unknown;
  /** What it begins with. */
  initial?: string;
  /** The line is what its screen is for. */
  isMain?: boolean;
  line?: Ref<HTMLInputElement>;
  className?: string;
  /** What is said of the whole sentence, below its parts. */
  children?: (reading: Reading) => ReactNode;
};

/** One line that takes a sentence; under it stands what was understood, and each part of it can be taken back. */
export function SentenceLine<Reading extends Understood>(props: SentenceLineProps<Reading>) {
  const {
    label,
    placeholder,
    timeZone,
    load,
    onAdd,
    isMain = false,
    initial = "",
    line,
    className,
    children,
  } = props;
  const [words, setWords] = useState(initial.slice(0, TITLE_MAX));
  const [ignored, setIgnored] = useState<readonly Span[]>([]);
  const isComposing = useRef(false);
  const reading = useReading(words, ignored, timeZone, load);
  const add = async () => {
    setWords("");
    setIgnored([]);
    // Entered before what reads it has come.
    const read = reading ?? (await load(timeZone).catch(() => null))?.(words, ignored) ?? null;
    await onAdd(words, read);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isComposing.current && words.trim()) void add();
  };
  return (
    <form onSubmit={submit} className={className}>
      <div className="flex gap-2">
        <div className="relative min-w-0 flex-1">
          <Plus
            size={16}
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 start-3 my-auto text-faint"
          />
          <input
            ref={line}
            aria-label={label}
            placeholder={placeholder}
            dir="auto"
            autoComplete="off"
            enterKeyHint="done"
            maxLength={TITLE_MAX}
            value={words}
            onChange={(event) => {
              setWords(event.target.value);
              setIgnored(stillThere(ignored, words, event.target.value));
            }}
            onCompositionStart={() => (isComposing.current = true)}
            onCompositionEnd={() => (isComposing.current = false)}
            className={`${inputClass} ${isMain ? "h-10" : "h-8"} ps-9 pointer-coarse:h-11`}
          />
        </div>
        <Button
          type="submit"
          look={isMain ? "primary" : "plain"}
          className={isMain ? "h-10 pointer-coarse:h-11" : "pointer-coarse:h-11"}
          disabled={!words.trim()}
        >
          {t("Add")}
        </Button>
      </div>
      <PartChips reading={reading} onTakeBack={(span) => setIgnored([...ignored, span])} />
      {reading && children?.(reading)}
    </form>
  );
}
