/**
 * The seed of all that is random in this run: what CAIRN_SEED says (`npm test` sets it, decision 42), else another each time.
 * Who uses it prints it.
 */
export const seed = Number(process.env["CAIRN_SEED"] ?? Date.now() % 1_000_000_007);
