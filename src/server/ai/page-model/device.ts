/** Where the words go: to no address at all. Memories and earlier questions are told again to the same alone. */
export const DEVICE = { provider: "This browser", host: "this device", name: "Built-in model" } as const;
