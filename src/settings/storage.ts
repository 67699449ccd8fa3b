// Where data is kept: the database and the files.
import { databaseUrl, flag, oneOf, text, webAddress } from "./kinds.ts";
import { setting } from "./setting.ts";

export const storage = {
  dataDir: setting(text, { fallback: "./data", about: "Folder of the embedded database and the local files" }),
  databaseUrl: setting(databaseUrl, {
    about: "postgres://…: any Postgres; none: no database",
    secret: true,
    unset: "embedded Postgres in DATA_DIR",
  }),
  databaseBackend: setting(oneOf(["postgres", "yugabytedb", "citus", "cockroachdb"]), {
    fallback: "postgres",
    about: "The engine behind DATABASE_URL: `postgres`, `yugabytedb`, `citus` or `cockroachdb`",
  }),
  s3Bucket: setting(text, { about: "Bucket of an S3-compatible store", unset: "files stay in DATA_DIR/files" }),
  s3Endpoint: setting(webAddress, { about: "Endpoint of the store", unset: "Amazon's for the region" }),
  s3Region: setting(text, { about: "Region of the store", unset: "what the endpoint says, else us-east-1" }),
  s3AccessKeyId: setting(text, { about: "Access key of the store", secret: true }),
  s3SecretAccessKey: setting(text, { about: "Secret key of the store", secret: true }),
  s3SessionToken: setting(text, {
    about: "Session token of temporary keys; they end when it does, and new ones need a restart",
    secret: true,
  }),
  s3ForcePathStyle: setting(flag, {
    fallback: true,
    about: "true: `<endpoint>/<bucket>/<file>`; false: `<bucket>.<endpoint>/<file>`",
  }),
  s3Acl: setting(text, { fallback: "public-read", about: "ACL sent with each upload; empty sends none (R2)" }),
  publicDomain: setting(text, {
    about: "Base of the public URLs of files in the bucket; `https://` is put before a bare name",
    unset: "<endpoint>/<bucket>",
  }),
  storeStable: setting(flag, {
    fallback: false,
    about: "Whether each text is also kept as `<domain>/llms.txt`, replaced by the next",
  }),
  storeFull: setting(flag, {
    fallback: false,
    about: "Whether llms-full.txt is kept beside each text, with STORE_STABLE also each page's Markdown",
  }),
};
