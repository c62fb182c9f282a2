/** Old and short addresses and where they lead; query and hash come along. */
export const SHORT_FORMS: readonly (readonly [from: string, to: string])[] = [
  ["/login", "/auth/login"],
  ["/register", "/auth/register"],
  ["/reset-password", "/auth/reset-password"],
  ["/onboarding", "/setup/onboarding"],
  ["/setup", "/setup/onboarding"],
  ["/dashboard", "/app/dashboard"],
  ["/components", "/app/components"],
];
