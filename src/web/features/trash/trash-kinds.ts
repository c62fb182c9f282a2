import { createContext, useContext } from "react";
import type { TrashKinds } from "../../kernel/trash-facet.ts";

export const TrashKindsContext = createContext<TrashKinds | null>(null);

/** Every kind of thing that can lie in the trash, as its noun registered it. */
export function useTrashKinds(): TrashKinds {
  const kinds = useContext(TrashKindsContext);
  if (!kinds) throw new Error("The trash stands outside TrashKindsContext");
  return kinds;
}
