import { newBudget, openZip, spend } from "./unzip.ts";
import { Refused } from "./refused.ts";
import { stat } from "node:fs/promises";

/**
 * What an archive unpacks to, found by unpacking it into nothing: a program that reads it as a whole would learn too late.
 * @throws Refused
 */
export async function measure(path: string): Promise<number> {
  const budget = newBudget((await stat(path)).size);
  const zip = await openZip(path);
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new Refused("protected by a password");
      if (entry.fileName.endsWith("/")) continue;
      for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>)
        spend(budget, chunk.length);
    }
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused("damaged, cut off, or lying about its sizes");
  } finally {
    zip.close();
  }
  return budget.inflated;
}
