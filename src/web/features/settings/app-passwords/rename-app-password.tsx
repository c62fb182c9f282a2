import type { Token } from "#contract/tokens.ts";
import { rpc } from "../../../platform/rpc.ts";
import { RenameForm } from "../passkeys/rename-form.tsx";

type Props = { token: Token; onRenamed: () => Promise<unknown>; onDone: () => void };

export function RenameAppPassword({ token, onRenamed, onDone }: Props) {
  const rename = async (name: string) => {
    await rpc.tokens.rename({ tokenId: token.id, name });
    await onRenamed();
  };
  return <RenameForm id={token.id} name={token.name} onRename={rename} onDone={onDone} />;
}
