// Loaded before a measured command (`node --require`): says at its end what it cost, in the file that BENCH_USAGE names.
// CommonJS, since an import would start the module loader and Node's TypeScript: 40 ms that are not the command's.
const { writeFileSync } = require("node:fs");

process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const { user, system } = process.threadCpuUsage();
  const usage = {
    cpuMs: (userCPUTime + systemCPUTime) / 1000,
    threadMs: (user + system) / 1000,
    rssMb: maxRSS / 1024,
  };
  const file = process.env.BENCH_USAGE;
  if (file !== undefined) writeFileSync(file, JSON.stringify(usage));
});
