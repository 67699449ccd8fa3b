import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** They take 40 seconds and more, most of it waiting: what begins last must not be what takes longest. */
const LONG = [
  "faults/faults",
  "project/long-benches",
  "jobs/recrawl",
  "jobs/recrawl-files",
  "web/states",
  "project/benches",
  "faults/stopped-worker",
  "serve/sites-api",
  "serve/stop",
  "crawl/hostile",
  "faults/guarded",
];

/** Vitest begins with the largest files where it knows no times; ours that wait are small. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return at < 0 ? LONG.length : at;
    };
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      // Pure code and small real parts: the whole project in under a minute.
      {
        test: {
          name: "fast",
          include: ["packages/*/src/**/*.test.ts", "web/src/**/*.test.ts", "scripts/**/*.test.ts"],
          setupFiles: ["test/random-cases.ts"],
          testTimeout: 20_000,
          // Vitest leaves one core free; on two cores that would be half of the machine.
          maxWorkers: "100%",
          // No module keeps state between calls, so files share one load of them: a third less processor time.
          isolate: false,
          // Growth is judged by processor time, which other work on the machine blurs: what fails twice is a fault.
          retry: 1,
        },
      },
      // Whatever starts a server, a database, a browser or the built command.
      {
        test: {
          name: "system",
          include: ["test/**/*.test.ts"],
          setupFiles: ["test/random-cases.ts"],
          // Node keeps what it compiled: a reading thread starts on less than half of the processor time.
          env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/llmstxt-service/compiled") },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // One second, the usual, is an assertion about a machine's load.
          expect: { poll: { timeout: 30_000 } },
          // They wait more than they work: six at once keep two cores busy.
          maxWorkers: 6,
          // They meet real processes, signals and clocks on machines that others load: what fails twice is a fault.
          retry: 1,
        },
      },
    ],
  },
});
