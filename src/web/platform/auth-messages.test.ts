import { ORPCError } from "@orpc/client";
import { expect, test } from "vitest";
import { loginMessage, registrationMessage } from "./auth-messages.ts";

test.each([
  [
    new ORPCError("INVALID_CREDENTIALS", { status: 401, message: "Invalid login credentials" }),
    "Invalid email or password. Please check your credentials.",
  ],
  [
    new ORPCError("INTERNAL", { message: "Invalid Refresh Token: gone" }),
    "Session expired. Please try logging in again.",
  ],
  [new ORPCError("RATE_LIMITED", { status: 429, message: "Too many tries." }), "Too many tries."],
  [new TypeError("Failed to fetch"), "Login failed. Please try again."],
])("a failed sign-in is told in the words of the specification: %s", (error, words) => {
  expect(loginMessage(error)).toBe(words);
});

test.each([
  [
    new ORPCError("EMAIL_TAKEN", { status: 409, message: "User already registered" }),
    "An account with this email already exists. Please try logging in instead.",
  ],
  [
    new ORPCError("PASSWORD_TOO_SHORT", {
      status: 422,
      message: "Password must be at least 6 characters long.",
    }),
    "Password must be at least 6 characters long.",
  ],
  [new TypeError("Failed to fetch"), "Registration failed. Please try again."],
])("a failed registration is told in the words of the specification: %s", (error, words) => {
  expect(registrationMessage(error)).toBe(words);
});
