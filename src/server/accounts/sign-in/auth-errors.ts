import { Failure } from "../../failure.ts";

type LibraryError = Error & { body?: { code?: string } };

/** Known by its name: the library is loaded only where somebody signs in. */
export const isAuthLibraryError = (error: unknown): error is LibraryError =>
  error instanceof Error && error.name === "APIError";

const codeOf = ({ body }: LibraryError) => String(body?.code ?? "");

export const isAuthError = (error: unknown, code: string): boolean =>
  isAuthLibraryError(error) && codeOf(error) === code;

/** The sign-in library's errors in the words of our contract. */
export function translate(error: unknown): unknown {
  if (!isAuthLibraryError(error)) return error;
  const code = codeOf(error);
  if (code.startsWith("USER_ALREADY_EXISTS")) return new Failure("EMAIL_TAKEN");
  if (code === "INVALID_EMAIL_OR_PASSWORD" || code === "INVALID_PASSWORD")
    return new Failure("INVALID_CREDENTIALS");
  if (code === "EMAIL_NOT_VERIFIED") return new Failure("EMAIL_NOT_VERIFIED");
  if (code === "PASSWORD_TOO_SHORT") return new Failure("PASSWORD_TOO_SHORT");
  if (code === "INVALID_TOKEN" || code === "TOKEN_EXPIRED") return new Failure("INVALID_TOKEN");
  if (code === "INVALID_EMAIL") return new Failure("INVALID_INPUT", "email: Enter a valid email address");
  return error;
}
