/** A thread's file, beside the file that starts it: as it was written, or as it was built. */
export const threadFile = (name: string, beside: string): URL =>
  new URL(`./${name}-thread${beside.endsWith(".ts") ? ".ts" : ".js"}`, beside);
