import { useEffect, useState } from "preact/hooks";
import { isOutdated } from "../state/build.ts";
import { useStore } from "../state/store.ts";
import { Banner } from "./banner.tsx";
import { Button } from "./button.tsx";

/** Message of an error that no code has caught; empty: none. */
function useBroken(): string {
  const [why, setWhy] = useState("");
  useEffect(() => {
    // Warnings of the browser about a ResizeObserver come without an error.
    const broken = ({ error, message }: ErrorEvent) => error && setWhy(message);
    const rejected = ({ reason }: PromiseRejectionEvent) => reason?.name !== "AbortError" && setWhy(String(reason));
    addEventListener("error", broken);
    addEventListener("unhandledrejection", rejected);
    return () => {
      removeEventListener("error", broken);
      removeEventListener("unhandledrejection", rejected);
    };
  }, []);
  return why;
}

/** Offers a reload if the server has another version of the page, or this one has failed. */
export function Outdated() {
  const outdated = useStore(isOutdated);
  const broken = useBroken();
  if (!outdated && broken === "") return null;
  return (
    <div class="mx-auto max-w-[1440px] px-6 pt-3 phone:px-4 print:hidden">
      <Banner
        tone={broken ? "bad" : "warn"}
        icon="alert"
        title={outdated ? "The server has been updated" : "This page has failed"}
        actions={<Button label="Reload" class="btn-small" onClick={() => location.reload()} />}
      >
        {outdated
          ? "This page and the server have different versions, so it may show things wrongly. Reload it."
          : `Reload it; what runs on the server goes on. If it fails again, please report this: ${broken}`}
      </Banner>
    </div>
  );
}
