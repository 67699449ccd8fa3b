import type { Others } from "../fetch/host/host.ts";
import type { SharedHosts } from "../sites/shared-hosts.ts";

/** What the fetches ask the other processes, by hosts that are opened after them. */
export const othersBy = (hosts: () => SharedHosts): Others => ({
  share: (name, asked) => hosts().share(name, asked),
  turn: (origin, asked) => hosts().turn(origin, asked),
  keepTurn: (origin) => hosts().keepTurn(origin),
  endTurn: (origin, restMs) => hosts().endTurn(origin, restMs),
  pause: (host, pauseMs) => hosts().pause(host, pauseMs),
});
