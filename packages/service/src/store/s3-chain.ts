// Imported only if the settings ask for it: it has more than half a megabyte.
import { defaultProvider } from "@aws-sdk/credential-provider-node";

/** Milliseconds for a service of the machine to return its role's keys, and number of tries. */
const FROM_THE_MACHINE = { timeout: 2_000, maxRetries: 2, ec2MetadataV1Disabled: true };

/**
 * The package's chain of sources. It reads its own variables (AWS_…) and files, and renews keys five minutes before
 * they expire.
 */
export const openChain = (region: string | undefined) =>
  defaultProvider({ ...FROM_THE_MACHINE, ...(region !== undefined && { clientConfig: { region } }) });
