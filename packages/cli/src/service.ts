// serve, worker and migrate: the settings are read, then the service's own rooms take over.
import { loadSettings } from "@llmstxt-service/service/settings";

export async function runService(name: "serve" | "worker" | "migrate"): Promise<void> {
  const settings = loadSettings();
  switch (name) {
    case "serve":
      return (await import("@llmstxt-service/service/serve")).serve(settings);
    case "worker":
      return (await import("@llmstxt-service/service/worker")).work(settings);
    case "migrate":
      await (await import("@llmstxt-service/service/admin")).migrate(settings);
      process.stderr.write("The schema is up to date.\n");
  }
}
