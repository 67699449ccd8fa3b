import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import type { ServerConfig } from "../../protocol/types.ts";
import { goTo, href } from "../../state/route.ts";
import { sitesToAdd } from "../../state/site-lines.ts";
import type { AddressCheck } from "../../words/addresses.ts";
import { some } from "../../words/amounts.ts";

interface AddressProblemProps {
  readonly check: AddressCheck;
  readonly onTake: (url: string) => void;
}

/** Fault of an address, with the address that was probably meant. */
export function AddressProblem({ check, onTake }: AddressProblemProps) {
  if (check.type === "good") return null;
  return (
    <p class="mt-2 flex items-start gap-[7px] text-bad">
      <Icon name="alert" class="mt-0.5" />
      <span class="wrap-anywhere">
        {check.type === "empty" ? "Enter the address of a site." : check.why}
        {check.type === "wrong" && check.meant !== undefined && (
          <>
            {" "}
            Did you mean{" "}
            <button
              type="button"
              class="text-link underline underline-offset-3"
              onClick={() => onTake(check.meant ?? "")}
            >
              {check.meant}
            </button>
            ?
          </>
        )}
      </span>
    </p>
  );
}

interface SeveralProps {
  readonly addresses: readonly string[];
  readonly config: ServerConfig;
  readonly onTake: (url: string) => void;
}

/** Choice after several addresses were pasted: add all as sites, or crawl the first. */
export function Several({ addresses, config, onTake }: SeveralProps) {
  const [first] = addresses;
  if (first === undefined) return null;
  const add = () => {
    sitesToAdd.set(addresses.join("\n"));
    goTo(href.sites);
  };
  return (
    <p class="mt-2 flex flex-wrap items-center gap-2">
      These are {some(addresses.length, "address", "addresses")}; one is crawled at a time here.
      {config.features.database && (
        <Button label={`Add ${some(addresses.length, "site")}`} class="btn-small" onClick={add} />
      )}
      <Button label="Take the first" class="btn-small btn-quiet" onClick={() => onTake(first)} />
    </p>
  );
}
