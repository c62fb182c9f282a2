import { TrashKindsContext } from "../features/trash/trash-kinds.ts";
import { TrashScreen as Screen } from "../features/trash/trash-screen.tsx";
import { trashKinds } from "./manifests.ts";

export const TrashScreen = () => (
  <TrashKindsContext value={trashKinds}>
    <Screen />
  </TrashKindsContext>
);
