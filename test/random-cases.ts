import fc from "fast-check";

// CI must say the same of the same commit. Elsewhere each run tries other cases, and prints its seed when one fails.
if (process.env.CI === "true") fc.configureGlobal({ seed: 20_261_121 });
