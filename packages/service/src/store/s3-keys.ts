import { lazily } from "@llmstxt-service/crawler/waiting/lazily";
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of temporary credentials. */
  readonly sessionToken?: string;
}

/** Source of a store's keys. */
export interface S3Keys {
  /** Those to sign the next request with; temporary ones are replaced before they end. */
  current(): Promise<S3Credentials>;
  /** New ones in place of those that the store says have ended; absent where there are no others. */
  readonly renewed?: () => Promise<S3Credentials>;
}

/** The same keys for ever. */
export function fixedKeys(credentials: S3Credentials): S3Keys {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const keys = { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
  return { current: async () => keys };
}

/**
 * Keys as every tool for Amazon finds them: in the environment, the shared files and their profiles, by a web identity
 * (EKS), from the container's service (ECS, EKS) or the instance's (EC2, its second version only).
 * @param region of the service that changes a web identity or a role into keys, where AWS_REGION names none
 */
export function chainKeys(region: string | undefined): S3Keys {
  const chain = lazily(async () => (await import("./s3-chain.ts")).openChain(region));
  const ask = async (how: { readonly forceRefresh?: boolean }): Promise<S3Credentials> => (await chain.get())(how);
  return { current: () => ask({}), renewed: () => ask({ forceRefresh: true }) };
}
