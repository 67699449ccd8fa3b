import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      // Pure code and small real parts.
      {
        test: {
          name: "fast",
          include: ["packages/*/src/**/*.test.ts", "web/src/**/*.test.ts", "scripts/**/*.test.ts"],
          testTimeout: 20_000,
          // Vitest leaves one core free; on two cores that would be half of the machine.
          maxWorkers: "100%",
          // No module keeps state between calls, so files share one load of them: a third less processor time.
          isolate: false,
        },
      },
      // Whatever starts a server, a database, a browser or the built command.
      {
        test: {
          name: "system",
          include: ["test/**/*.test.ts"],
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
