import { join } from "node:path";
import type { Config } from "../config.ts";
import { openDiskFiles } from "../files/disk.ts";
import type { Files } from "../files/files.ts";
import { s3Files } from "../files/s3.ts";

/** The folder of the local store; undefined where files are in a bucket. */
export const filesFolder = ({ s3Bucket, dataDir }: Pick<Config, "s3Bucket" | "dataDir">): string | undefined =>
  s3Bucket === undefined ? join(dataDir, "files") : undefined;

/** The store of the settings. @throws Error when its folder cannot be made */
export async function openFiles(config: Config, publicUrl: () => string): Promise<Files> {
  const folder = filesFolder(config);
  if (folder !== undefined) return openDiskFiles({ folder, publicBase: () => `${publicUrl()}/files` });
  const { s3Bucket = "", s3Endpoint, s3Region, s3AccessKeyId = "", s3SecretAccessKey = "" } = config;
  return s3Files({
    bucket: s3Bucket,
    accessKeyId: s3AccessKeyId,
    secretAccessKey: s3SecretAccessKey,
    pathStyle: config.s3ForcePathStyle,
    acl: config.s3Acl,
    ...(s3Endpoint !== undefined && { endpoint: s3Endpoint }),
    ...(s3Region !== undefined && { region: s3Region }),
    ...(config.publicDomain !== undefined && { publicDomain: config.publicDomain }),
  });
}
