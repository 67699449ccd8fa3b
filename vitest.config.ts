import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      // Tests of pure code, without servers.
      {
        test: {
          name: "fast",
          include: ["packages/*/src/**/*.test.ts", "web/src/**/*.test.ts", "scripts/**/*.test.ts"],
          // By the clock: tests of time measure the processor, which other programs may use meanwhile.
          testTimeout: 120_000,
          // Vitest leaves one core free; on two cores that would be half of the machine.
          maxWorkers: "100%",
          // No module keeps state between calls, so files share one load of them: a third less processor time.
          isolate: false,
        },
      },
      // Tests that start a server, a database, a browser or the built command.
      {
        test: {
          name: "system",
          include: ["test/**/*.test.ts"],
          // Long enough for a machine ten times slower than ours: shorter ones would test the machine's load.
          testTimeout: 240_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 100_000 } },
          // They wait more than they work: six at once keep two cores busy.
          maxWorkers: 6,
          // They use real processes, signals and clocks on busy machines: a test that fails twice has a fault.
          retry: 1,
        },
      },
    ],
  },
});
