// Serves examples/demo-site on loopback until Ctrl-C: the site of the tutorials.
import { serveDemoSite } from "./demo-site.ts";

const PORT = 8801;

try {
  const { origin } = await serveDemoSite({ port: PORT });
  process.stdout.write(`The example site is at ${origin}. Ctrl-C stops it.\n`);
} catch (thrown) {
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  process.stderr.write(`The example site needs port ${PORT}, and something else has it: ${why}\n`);
  process.exitCode = 1;
}
