import { deferred } from "../../ui/deferred.tsx";

/** Its code comes when somebody looks into the trash. */
export const TrashScreen = deferred(() =>
  import("../../features/trash/trash-screen.tsx").then((module) => module.TrashScreen),
);
