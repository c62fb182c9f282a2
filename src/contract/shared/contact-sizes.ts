/** In characters. A file of its own, so that the form knows them without the validator, which is larger than the form. */
export const CONTACT_SIZES = { name: 100, message: 5_000 } as const;
