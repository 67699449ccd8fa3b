import type { KnipConfig } from "knip";

const config: KnipConfig = {
  workspaces: {
    ".": {
      entry: ["src/index.ts", "scripts/*.ts", "bench/*.ts", "test/**/*.test.ts", "test/faults/run.ts", "web/src/main.tsx", "web/vite.config.ts", "web/public/*.js"],
      project: ["src/**/*.ts", "test/**/*.ts", "scripts/**/*.ts", "bench/**/*.ts", "web/**/*.{ts,tsx,css}"],
      ignoreDependencies: ["checkout"],
    },
    "packages/*": { project: ["src/**/*.ts"], ignoreDependencies: [".*"] },
    "packages/service": { entry: ["src/**/*-thread.ts"], project: ["src/**/*.ts"], ignoreDependencies: [".*"] },
  },
  ignoreExportsUsedInFile: true,
};

export default config;
