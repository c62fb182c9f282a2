import { deferred } from "../../ui/deferred.tsx";

/** Its code comes when somebody looks into the trash. */
export const TrashScreen = deferred(async () => (await import("../trash-screen.tsx")).TrashScreen);
