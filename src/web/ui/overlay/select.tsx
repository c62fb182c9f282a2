import { type Ref, type SelectHTMLAttributes, useId } from "react";
import { ChevronDown } from "lucide-react";
import { inputClass, lineClass } from "../field.tsx";

/** A labelled native select: the platform's own list is the best one on every device. */
export function Select({
  label,
  children,
  isLine = false,
  ...rest
}: SelectHTMLAttributes<HTMLSelectElement> & {
  label: string;
  isLine?: boolean;
  ref?: Ref<HTMLSelectElement>;
}) {
  const id = useId();
  return (
    <div className={isLine ? lineClass : "flex flex-col gap-1.5"}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <select id={id} className={`${inputClass} h-9 appearance-none pe-9 [&>option]:bg-raised`} {...rest}>
          {children}
        </select>
        <ChevronDown
          size={16}
          className="pointer-events-none absolute inset-y-0 end-3 my-auto text-faint"
          aria-hidden="true"
        />
      </div>
    </div>
  );
}
