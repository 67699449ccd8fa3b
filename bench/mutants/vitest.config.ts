import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/{crawl,fetch,page,llmstxt}/**/*.test.ts"],
    // Half a second of CPU for a megabyte is no promise of instrumented code.
    exclude: ["packages/page/src/hostile.test.ts"],
    setupFiles: ["test/random-cases.ts"],
    testTimeout: 20_000,
  },
});
