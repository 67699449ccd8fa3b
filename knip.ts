import type { KnipConfig } from "knip";

const config: KnipConfig = {
  workspaces: {
    ".": {
      entry: [
        "src/index.ts",
        "scripts/*.ts",
        "bench/*.ts",
        "test/**/*.test.ts",
        "test/faults/run.ts",
        "web/src/main.tsx",
        "web/vite.config.ts",
        "web/public/*.js",
      ],
      project: ["src/**/*.ts", "test/**/*.ts", "scripts/**/*.ts", "bench/**/*.ts", "web/**/*.{ts,tsx,css}"],
      // Chromium of the tests: found by its name where the machine has none.
      ignoreDependencies: ["checkout", "@sparticuz/chromium"],
    },
    "packages/*": { project: ["src/**/*.ts"], ignoreDependencies: [".*"] },
    "packages/cli": { entry: ["src/action.ts", "src/cli.ts"], project: ["src/**/*.ts"], ignoreDependencies: [".*"] },
    "packages/service": { entry: ["src/**/*-thread.ts"], project: ["src/**/*.ts"], ignoreDependencies: [".*"] },
  },
  ignoreExportsUsedInFile: true,
  ignoreBinaries: ["mkfifo", "mount", "umount"],
};

export default config;
