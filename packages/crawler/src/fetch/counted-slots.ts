import type { HostSlot, Hosts } from "./host/host.ts";

/** The same slots for one crawl; `onRequests` hears after each change how many it holds: its requests on the wire. */
export function countedSlots(hosts: Pick<Hosts, "slotFor">, onRequests: (open: number) => void): typeof hosts {
  let open = 0;
  const change = (by: number) => {
    open += by;
    onRequests(open);
  };
  const counted = (slot: HostSlot): HostSlot => ({
    get concurrency() {
      return slot.concurrency;
    },
    async enter(signal, onPause) {
      await slot.enter(signal, onPause);
      change(1);
    },
    leave(seen) {
      change(-1);
      return slot.leave(seen);
    },
    setDelay: (delayMs) => slot.setDelay(delayMs),
  });
  return { slotFor: (url) => counted(hosts.slotFor(url)) };
}
