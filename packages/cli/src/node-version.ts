/**
 * Checks the version of Node before anything else is loaded, so it must run on every Node that knows modules.
 * @param needed the engines field, such as `>=22.18`
 * @returns a message if Node is too old
 */
export function tooOldNode(needed: string, version: string): string | undefined {
  const least = numbers(needed);
  const is = numbers(version);
  const newer = least[0] === is[0] ? Number(is[1]) >= Number(least[1]) : Number(is[0]) > Number(least[0]);
  if (newer) return undefined;
  return `llmstxt needs Node ${least.join(".")} or newer, and this is Node ${version}. Get a newer one from https://nodejs.org.`;
}

/** Major and minor version. */
const numbers = (version: string) => version.replace(/^\D+/, "").split(".").slice(0, 2);
