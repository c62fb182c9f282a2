import { inputClass } from "../field.tsx";

type TimeInputProps = { label: string; value: string; onChange: (time: string) => void };

/** Taken when it is left, so that a half typed hour is none. */
export function TimeInput({ label, value, onChange }: TimeInputProps) {
  return (
    <label className="inline-flex items-center gap-2">
      {label}
      <input
        key={value}
        type="time"
        defaultValue={value}
        onBlur={(event) => {
          const time = event.target.value;
          if (time && time !== value) onChange(time);
        }}
        className={`${inputClass} h-9 w-auto`}
      />
    </label>
  );
}
