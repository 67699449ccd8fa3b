import { Icon } from "../../parts/icon.tsx";
import type { AddressCheck } from "../../words/addresses.ts";

interface AddressProblemProps {
  readonly check: AddressCheck;
  readonly onTake: (url: string) => void;
}

/** Fault of an address, and the address that was probably meant. */
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
