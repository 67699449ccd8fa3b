import { join } from "node:path";
import { outsideFetch } from "./forward-proxies.ts";
import type { Config } from "./settings/config.ts";
import type { Blobs } from "./store/blobs.ts";
import { openDiskFiles } from "./store/disk.ts";
import { diskBlobs } from "./store/disk-blobs.ts";
import { type S3Options, s3Files } from "./store/s3.ts";
import { s3Blobs } from "./store/s3-blobs.ts";
import { chainKeys, fixedKeys, type S3Keys } from "./store/s3-keys.ts";
import type { Files } from "./store/store.ts";

/** The folder of the local store; undefined where files are in a bucket. */
export const filesFolder = ({ s3Bucket, dataDir }: Pick<Config, "s3Bucket" | "dataDir">): string | undefined =>
  s3Bucket === undefined ? join(dataDir, "files") : undefined;

/** The store of the settings. @throws Error when its folder cannot be made */
export async function openFiles(config: Config, publicUrl: () => string): Promise<Files> {
  const folder = filesFolder(config);
  if (folder !== undefined) return openDiskFiles({ folder, publicBase: () => `${publicUrl()}/files` });
  return s3Files(s3Options(config));
}

/** Where the pages of enrolled sites wait for the next crawl, sealed: beside the texts, and in no folder that is served. */
export const openBlobs = (config: Config): Blobs =>
  config.s3Bucket === undefined ? diskBlobs(join(config.dataDir, "memory")) : s3Blobs(s3Options(config), "memory/");

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

function s3Keys({ s3Credentials, s3Region, ...config }: Config): S3Keys {
  const { s3AccessKeyId: accessKeyId = "", s3SecretAccessKey: secretAccessKey = "", s3SessionToken } = config;
  switch (s3Credentials) {
    case "chain":
      return chainKeys(s3Region);
    case "keys":
      return fixedKeys({
        accessKeyId,
        secretAccessKey,
        ...(s3SessionToken !== undefined && { sessionToken: s3SessionToken }),
      });
  }
}
