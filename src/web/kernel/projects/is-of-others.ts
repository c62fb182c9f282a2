import { api, queryClient } from "../../platform/api.ts";

/** Whether what is made in a project is someone else's, as far as this page knows. */
export function isOfOthers(projectId: string): boolean {
  const key = api.projects.get.queryKey({ input: { projectId } });
  return queryClient.getQueryData(key)?.sharedBy != null;
}
