import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

interface LazilyProps<Props> {
  /** Imports a component's module when it is first shown. */
  readonly load: () => Promise<ComponentType<Props>>;
  readonly props: Props;
}

/** A component that is loaded on demand. Two of them need two keys. */
export function Lazily<Props extends object>({ load, props }: LazilyProps<Props>) {
  const [Loaded, setLoaded] = useState<ComponentType<Props>>();
  const [why, setWhy] = useState("");
  useEffect(() => {
    load().then(
      (component) => setLoaded(() => component),
      () => setWhy("This part of the page could not be loaded. Reload to try again."),
    );
    // A loaded component does not change, so the effect runs once.
  }, []);
  if (why)
    return (
      <p class="panel m-6 p-4" role="alert">
        {why}
      </p>
    );
  return Loaded ? <Loaded {...props} /> : <p class="p-6 text-ink-3">Loading…</p>;
}
