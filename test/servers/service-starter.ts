import { afterEach } from "vitest";
import { type Service, startService } from "./service.ts";

/** Starts services that end with the test that started them. */
export function serviceStarter(): typeof startService {
  const services: Service[] = [];
  afterEach(async () => {
    await Promise.all(services.splice(0).map((service) => service.stop()));
  });
  return async (options) => {
    const service = await startService(options);
    services.push(service);
    return service;
  };
}
