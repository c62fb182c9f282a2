import { errorCode, errorMessage } from "./rpc-errors.ts";
import { t } from "../lib/messages/t.ts";

/** What the specification says of a failed sign-in, to the letter. */
export function loginMessage(error: unknown): string {
  const message = errorMessage(error, "");
  if (message.includes("Invalid Refresh Token")) return t("Session expired. Please try logging in again.");
  if (errorCode(error) === "INVALID_CREDENTIALS" || message.includes("Invalid login credentials")) {
    return t("Invalid email or password. Please check your credentials.");
  }
  return message || t("Login failed. Please try again.");
}

/** What it says of a failed registration. */
export function registrationMessage(error: unknown): string {
  const message = errorMessage(error, "");
  if (errorCode(error) === "EMAIL_TAKEN" || message.includes("User already registered")) {
    return t("An account with this email already exists. Please try logging in instead.");
  }
  return message || t("Registration failed. Please try again.");
}

export const verifiedAtOnce = t("Account created and verified successfully!");
export const verifyByMail = t(
  "Account created successfully! Please check your email to verify your account before signing in.",
);
