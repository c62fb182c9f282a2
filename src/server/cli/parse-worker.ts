import { parentPort } from "node:worker_threads";
import { parseFile, type ParseTask } from "../import/parse-file.ts";

parentPort?.on("message", (task: ParseTask) => {
  void parseFile(task).then((answer) => parentPort?.postMessage(answer));
});
