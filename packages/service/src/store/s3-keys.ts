import { lazily } from "@llmstxt-service/crawler/waiting/lazily";

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Token of temporary credentials. */
  readonly sessionToken?: string | undefined;
}

/** Source of a store's keys. */
export interface S3Keys {
  /** Keys for the next request; temporary ones are renewed before they expire. */
  current(): Promise<S3Credentials>;
  /** New keys when the store says that the present ones have expired; absent if there are no others. */
  readonly renewed?: () => Promise<S3Credentials>;
}

/** Keys that never change. */
export const fixedKeys = (credentials: S3Credentials): S3Keys => ({ current: async () => credentials });

/**
 * Keys from the places where every Amazon tool looks: the environment, the shared files and their profiles, a web
 * identity (EKS), the service of the container (ECS, EKS) or of the instance (EC2, its second version only).
 * @param region of the service that exchanges a web identity or role for keys, if AWS_REGION names none
 */
export function chainKeys(region: string | undefined): S3Keys {
  const chain = lazily(async () => (await import("./s3-chain.ts")).openChain(region));
  const ask = async (how: { readonly forceRefresh?: boolean }): Promise<S3Credentials> => (await chain.get())(how);
  return { current: () => ask({}), renewed: () => ask({ forceRefresh: true }) };
}
