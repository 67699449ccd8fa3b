import type { KnipConfig } from "knip";
import { packages } from "./scripts/packages.ts";

const config: KnipConfig = {
  workspaces: {
    ".": {
      entry: [
        "src/index.ts",
        "src/library/*.ts",
        "scripts/*.ts",
        "bench/**/*.ts",
        "test/**/*.test.ts",
        "test/faults/fault-on-signal.ts",
        "web/src/main.tsx",
        "web/vite.config.ts",
        "web/public/*.js",
        "web/src/**/*.test.ts",
      ],
      project: ["src/**/*.ts", "test/**/*.ts", "scripts/**/*.ts", "bench/**/*.ts", "web/**/*.{ts,tsx,css}"],
      // The published package bundles the others, so it has their dependencies. A test holds the two together.
      ignoreDependencies: [
        ...packages.flatMap(({ dependencies, optional, devDependencies }) =>
          Object.keys({ ...dependencies, ...optional, ...devDependencies }),
        ),
        "checkout",
      ],
    },
    "packages/*": { project: ["src/**/*.ts"] },
    "packages/service": { entry: ["src/**/*-thread.ts"], project: ["src/**/*.ts"] },
  },
  ignoreDependencies: ["@sparticuz/chromium"],
  // What `npm run bench -- applications` builds.
  ignore: ["bench/applications/*/.*/**"],
  ignoreExportsUsedInFile: true,
  ignoreBinaries: ["diff", "mkfifo", "patch", "pdftotext", "pgbouncer", "unshare"],
};

export default config;
