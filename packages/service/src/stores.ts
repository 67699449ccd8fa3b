import { join } from "node:path";
import { outsideFetch } from "./forward-proxies.ts";
import type { Config } from "./settings/config.ts";
import { openFolder, openPublicFolder } from "./store/disk.ts";
import { bucketStore, publicBucket, type S3Options } from "./store/s3.ts";
import { chainKeys, fixedKeys, type S3Keys } from "./store/s3-keys.ts";
import type { PublicStore, Store } from "./store/store.ts";

/** The folder of the public store; undefined where files are in a bucket. */
export const filesFolder = ({ s3Bucket, dataDir }: Pick<Config, "s3Bucket" | "dataDir">): string | undefined =>
  s3Bucket === undefined ? join(dataDir, "files") : undefined;

/**
 * Store of texts and bundles.
 * @throws Error when its folder cannot be made
 */
export async function openFiles(config: Config, publicUrl: () => string): Promise<PublicStore> {
  const folder = filesFolder(config);
  if (folder !== undefined) return openPublicFolder({ folder, publicBase: () => `${publicUrl()}/files` });
  return publicBucket(s3Options(config));
}

/** Store of enrolled sites' pages for their next crawl, sealed. Its folder or prefix is never served. */
export async function openMemory(config: Config): Promise<Store> {
  if (config.s3Bucket !== undefined) return bucketStore(s3Options(config), { access: "private", prefix: "memory/" });
  return openFolder(join(config.dataDir, "memory"), "private");
}

/** Store of the answers of running crawls, sealed, so that another process can continue a crawl. */
export async function openJournalStore(config: Config): Promise<Store> {
  if (config.s3Bucket !== undefined) return bucketStore(s3Options(config), { access: "private", prefix: "journals/" });
  return openFolder(join(config.dataDir, "journals"), "private", "fleeting");
}

/**
 * Store of crawls for a process without a database. It is always a folder: not all crawls are sealed, and a bucket may
 * be open to everybody.
 */
export const openCrawls = (config: Config): Promise<Store> => openFolder(join(config.dataDir, "crawls"), "private");

function s3Options(config: Config): S3Options {
  const { s3Bucket = "", s3Endpoint, s3Region } = config;
  return {
    bucket: s3Bucket,
    keys: s3Keys(config),
    pathStyle: config.s3ForcePathStyle,
    acl: config.s3Acl,
    ...(s3Endpoint !== undefined && { endpoint: s3Endpoint }),
    ...(s3Region !== undefined && { region: s3Region }),
    ...outsideFetch(config),
    ...(config.publicDomain !== undefined && { publicDomain: config.publicDomain }),
  };
}

function s3Keys({ s3Credentials, s3Region, s3SessionToken: sessionToken, ...config }: Config): S3Keys {
  const { s3AccessKeyId: accessKeyId = "", s3SecretAccessKey: secretAccessKey = "" } = config;
  switch (s3Credentials) {
    case "chain":
      return chainKeys(s3Region);
    case "keys":
      return fixedKeys({ accessKeyId, secretAccessKey, sessionToken });
  }
}
