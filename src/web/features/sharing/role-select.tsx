import type { ShareRole } from "#contract/sharing.ts";
import { inputClass } from "../../ui/field.tsx";
import { ROLE_WORDS, ROLES } from "./roles.ts";

type RoleSelectProps = {
  label: string;
  name?: string;
  chosen: ShareRole;
  onChange?: (role: ShareRole) => void;
};

/** What somebody may do; without `onChange` it is part of a form. */
export function RoleSelect({ label, name, chosen, onChange }: RoleSelectProps) {
  return (
    <select
      aria-label={label}
      name={name}
      className={`${inputClass} h-9 w-auto! shrink-0 px-2! text-sm! pointer-coarse:h-11`}
      {...(onChange
        ? { value: chosen, onChange: (event) => onChange(event.currentTarget.value as ShareRole) }
        : { defaultValue: chosen })}
    >
      {ROLES.map((value) => (
        <option key={value} value={value} className="bg-raised">
          {ROLE_WORDS[value]}
        </option>
      ))}
    </select>
  );
}
