import {
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";

/** Talks to the device's passkeys; loaded only where somebody uses one. */
type Options = { challenge: string };
type Credential = { id: string; type: string; response: Record<string, unknown> };

export async function askPasskey(options: Options): Promise<Credential> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return (await startAuthentication({ optionsJSON })) as unknown as Credential;
}

export async function makePasskey(options: Options): Promise<Credential> {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return (await startRegistration({ optionsJSON })) as unknown as Credential;
}
