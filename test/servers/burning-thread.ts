// A reading thread whose tasks take what a test says: `burn 20` uses 20 ms of processor time, `rest 20` waits for 20 ms, `hang`
// waits for ever and uses none.
import { setTimeout as rest } from "node:timers/promises";
import { threadMs } from "../../packages/service/src/threads/processor-time.ts";
import { serveTasks } from "../../packages/service/src/threads/serve-tasks.ts";

serveTasks({
  async validate({ text }: { readonly text: string }) {
    const [what, ms = "0"] = text.split(" ");
    if (what === "rest") await rest(Number(ms));
    if (what === "hang") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    const end = threadMs() + Number(ms);
    while (what === "burn" && threadMs() < end);
    return text;
  },
});
