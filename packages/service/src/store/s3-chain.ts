// Loaded where settings ask for it: it is more than half a megabyte.
import { defaultProvider } from "@aws-sdk/credential-provider-node";

/** Time in which a service of the machine must name its role's keys, and number of tries. */
const FROM_THE_MACHINE = { timeout: 2_000, maxRetries: 2, ec2MetadataV1Disabled: true };

/** The package reads its own variables (AWS_…) and files. It asks again five minutes before what it has ends. */
export const openChain = (region: string | undefined) =>
  defaultProvider({ ...FROM_THE_MACHINE, ...(region !== undefined && { clientConfig: { region } }) });
