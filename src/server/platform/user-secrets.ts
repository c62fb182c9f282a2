import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const VERSION = "v1";
const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Whose a secret is, and what for ("model-key"): a sealed text opens for exactly this. */
export interface SecretOwner {
  userId: string;
  purpose: string;
}

/**
 * - `unknown-key`: sealed with a server's secret that this one does not have; it has to be entered again
 * - `damaged`: changed, of another user or purpose, or never sealed
 */
export class UserSecretError extends Error {
  override name = "UserSecretError";
  readonly kind: "unknown-key" | "damaged";

  constructor(kind: "unknown-key" | "damaged") {
    super(
      kind === "unknown-key"
        ? "The stored key was encrypted with another server secret."
        : "The stored key is damaged, or it is another account's.",
    );
    this.kind = kind;
  }
}

export interface UserSecrets {
  /** Stands in what is sealed now: what is sealed with another key is found by it. */
  keyId: string;
  /** For a text column: `v1.<key id>.<nonce, ciphertext and tag>`. */
  seal(plain: string, owner: SecretOwner): string;
  /** @throws UserSecretError */
  open(sealed: string, owner: SecretOwner): string;
}

/**
 * Encrypts what users entrust to the server: keys of model providers, tokens of other services.
 * @param former secrets that this server had before: what was sealed with them still opens
 */
export function createUserSecrets(secret: string, former: readonly string[] = []): UserSecrets {
  const current = deriveKey(secret);
  const keys = new Map([current, ...former.map(deriveKey)].map(({ id, key }) => [id, key]));
  return {
    keyId: current.id,
    seal(plain, owner) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, current.key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(aboutOf(current.id, owner));
      const text = Buffer.concat([nonce, cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return `${VERSION}.${current.id}.${text.toString("base64url")}`;
    },
    open(sealed, owner) {
      const [version, id = "", text = "", ...rest] = sealed.split(".");
      if (version !== VERSION || rest.length > 0) throw new UserSecretError("damaged");
      const key = keys.get(id);
      if (!key) throw new UserSecretError("unknown-key");
      return decrypt(key, text, aboutOf(id, owner));
    },
  };
}

/** The id comes from a derivation of its own, so that it tells nothing of the key. */
function deriveKey(secret: string): { id: string; key: Buffer } {
  const derive = (info: string, bytes: number) => Buffer.from(hkdfSync("sha256", secret, "", info, bytes));
  return {
    id: derive(`cairn user secrets ${VERSION} key id`, 6).toString("hex"),
    key: derive(`cairn user secrets ${VERSION}`, 32),
  };
}

/** As JSON, so that no two owners are written alike. */
function aboutOf(keyId: string, { userId, purpose }: SecretOwner): Buffer {
  return Buffer.from(JSON.stringify([VERSION, keyId, userId, purpose]));
}

function decrypt(key: Buffer, text: string, about: Buffer): string {
  const bytes = Buffer.from(text, "base64url");
  // One text for one secret: Node also reads base64 with stray characters and bits.
  if (bytes.length < NONCE_BYTES + TAG_BYTES || bytes.toString("base64url") !== text)
    throw new UserSecretError("damaged");
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(about).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const plain = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([plain, decipher.final()]).toString("utf8");
  } catch {
    throw new UserSecretError("damaged");
  }
}
