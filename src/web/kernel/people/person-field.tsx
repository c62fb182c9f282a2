import { useId, useState, type InputHTMLAttributes } from "react";
import { Field } from "../../ui/field.tsx";
import { knownPeople } from "./known-people.ts";

type PersonFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  error?: string | undefined;
};

/** Asks for a person by email, and offers those one shares with already, by name. */
export function PersonField(props: PersonFieldProps) {
  const listId = useId();
  const [people, setPeople] = useState(knownPeople);
  return (
    <>
      <Field
        type="email"
        autoComplete="off"
        maxLength={254}
        list={listId}
        onInput={() => setPeople(knownPeople())}
        {...props}
      />
      <datalist id={listId}>
        {people.map(({ email, name }) => (
          <option key={email} value={email}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}
