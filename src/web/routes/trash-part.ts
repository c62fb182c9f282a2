import { whenLoaded } from "../ui/when-loaded.tsx";

/** Its code comes when somebody looks into the trash. */
export const TrashScreen = whenLoaded(() =>
  import("../features/trash/trash-screen.tsx").then((module) => module.TrashScreen),
);
