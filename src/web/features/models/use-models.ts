import { useQuery } from "@tanstack/react-query";
import { api, queryClient } from "../../platform/api.ts";
import { errorMessage } from "../../platform/rpc-errors.ts";
import { t } from "../../lib/messages/t.ts";

export const useModels = () => useQuery(api.models.list.queryOptions({ input: {}, staleTime: 0 }));

/** After a change: also what the frame says of pictures, and with which model search by meaning would read. */
export const refreshModels = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: api.models.key() }),
    queryClient.invalidateQueries({ queryKey: api.frame.key() }),
    queryClient.invalidateQueries({ queryKey: api.meaning.key() }),
  ]);

/** Keys and models go to the server at once or not at all: they never wait on a device. */
export const failureOf = (error: unknown): string =>
  errorMessage(error, t("Couldn't reach the server. Try again in a moment."));
