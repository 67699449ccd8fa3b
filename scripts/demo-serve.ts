// Serves examples/demo-site on loopback until Ctrl-C: the site of the tutorials.
import { serveDemoSite } from "./demo-site.ts";

const PORT = 8801;

const { origin } = await serveDemoSite({ port: PORT });
process.stdout.write(`The example site is at ${origin}. Ctrl-C stops it.\n`);
