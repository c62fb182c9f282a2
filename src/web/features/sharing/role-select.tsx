import type { AnyRole } from "#contract/sharing.ts";
import { inputClass } from "../../ui/field.tsx";
import { roleWords, ROLES } from "./roles.ts";

type RoleSelectProps = {
  label: string;
  name?: string;
  chosen: AnyRole;
  /** Those that the thing knows; of a note or a folder unless given. */
  roles?: readonly AnyRole[];
  onChange?: (role: AnyRole) => void;
};

/** What somebody may do; without `onChange` it is part of a form. */
export function RoleSelect({ label, name, chosen, roles = ROLES, onChange }: RoleSelectProps) {
  return (
    <select
      aria-label={label}
      name={name}
      className={`${inputClass} h-9 w-auto! shrink-0 px-2! text-sm! pointer-coarse:h-11`}
      {...(onChange
        ? { value: chosen, onChange: (event) => onChange(event.currentTarget.value as AnyRole) }
        : { defaultValue: chosen })}
    >
      {roles.map((value) => (
        <option key={value} value={value} className="bg-raised">
          {roleWords(value)}
        </option>
      ))}
    </select>
  );
}
