import { useEffect, useState } from "react";
import { local } from "../local.ts";
import { useSession } from "../session.ts";

/** What was written in a form and not saved, with what stood there before. */
type Kept<Form> = { at: number; opened: Form; form: Form };

const PREFIX = "cairn-form ";
const MOST = 20;
const DAYS = 30 * 86_400_000;

const keyOf = (name: string): string => `${prefixOfUser()}${name}`;

function prefixOfUser(): string {
  const state = useSession.getState();
  return `${PREFIX}${state.status === "signed-in" ? state.session.user.id : ""} `;
}

function read<Form>(key: string): Kept<Form> | null {
  try {
    const kept = JSON.parse(local.get(key) ?? "null") as Kept<Form> | null;
    return kept && kept.at > Date.now() - DAYS ? kept : null;
  } catch {
    return null;
  }
}

function keep<Form>(key: string, kept: Kept<Form>): void {
  local.set(key, JSON.stringify(kept));
  const keys = local.keys(PREFIX);
  if (keys.length <= MOST) return;
  const age = (one: string) => read(one)?.at ?? 0;
  for (const old of keys.toSorted((one, other) => age(other) - age(one)).slice(MOST)) local.remove(old);
}

/** Keeps what was not written in an open form, for when the one of this name is opened: what is otherwise than `opened`. */
export const keepForm = <Form>(name: string, form: Form, opened: Partial<Form>): void =>
  keep(keyOf(name), { at: Date.now(), opened: opened as Form, form });

/** What is written in the form of this name and not saved. */
export const keptForm = <Form>(name: string): Form | null => read<Form>(keyOf(name))?.form ?? null;

/** Every form whose name begins so, as it was opened and as it was left. */
export const keptForms = <Form>(beginning: string): { name: string; opened: Form; form: Form }[] =>
  local.keys(keyOf(beginning)).flatMap((key) => {
    const kept = read<Form>(key);
    return kept ? { name: key.slice(prefixOfUser().length), opened: kept.opened, form: kept.form } : [];
  });

export const forgetForm = (name: string): void => local.remove(keyOf(name));

const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);

/** As it is opened now, with what was written before in the fields that were changed then. */
function again<Form extends object>(opened: Form, kept: Kept<Form>, except: readonly (keyof Form)[]): Form {
  const fields = (Object.keys(kept.form) as (keyof Form)[]).filter(
    (field) => !except.includes(field) && differs(kept.form[field], kept.opened[field]),
  );
  return { ...opened, ...Object.fromEntries(fields.map((field) => [field, kept.form[field]])) };
}

/**
 * The state of a form that stays on this device until it is saved or thrown away, though its dialog is closed or the page is gone.
 *
 * @param name Says which form it is, of an account
 * @param except Fields that are as they are opened, whatever was written
 */
export function useKeptForm<Form extends object>(
  name: string,
  given: Form,
  except: readonly (keyof Form)[] = [],
) {
  const [key] = useState(() => keyOf(name));
  const [kept] = useState(() => read<Form>(key));
  const [state, setState] = useState(() => ({
    opened: given,
    form: kept ? again(given, kept, except) : given,
    given,
  }));
  if (differs(state.given, given)) setState(withGiven(state, given));
  const { form, opened } = state;
  const isChanged = differs(form, opened);
  const [isRestored, setIsRestored] = useState(isChanged);
  useEffect(() => {
    if (isChanged) keep(key, { at: Date.now(), opened, form });
    else local.remove(key);
  }, [key, isChanged, opened, form]);
  return {
    form,
    /** What stood there when it was opened. */
    opened,
    setForm: (next: Form) => setState({ ...state, form: next }),
    isChanged,
    /** Whether some of it was written when the form was open before. */
    isRestored,
    /** Saved, or not wanted. */
    forget: () => local.remove(key),
    /** As it was opened. */
    reset: () => {
      setState({ ...state, form: opened });
      setIsRestored(false);
    },
  };
}

type State<Form> = { opened: Form; form: Form; given: Form };

/** What somebody else changes meanwhile is shown where nothing else was written. */
function withGiven<Form extends object>({ opened, form }: State<Form>, given: Form): State<Form> {
  const fields = (Object.keys(given) as (keyof Form)[]).filter(
    (field) => !differs(form[field], opened[field]),
  );
  const fresh = Object.fromEntries(fields.map((field) => [field, given[field]])) as Partial<Form>;
  return { opened: { ...opened, ...fresh }, form: { ...form, ...fresh }, given };
}
