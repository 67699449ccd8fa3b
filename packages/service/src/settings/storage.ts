// Settings of storage: the database and the files.
import { databaseUrl, flag, oneOf, text, webAddress, wholeNumber } from "./kinds.ts";
import { setting } from "./setting.ts";

export const storage = {
  dataDir: setting(text, { fallback: "./data", about: "Folder of the embedded database and of stored files" }),
  databaseUrl: setting(databaseUrl, {
    about: "Address of a Postgres database, postgres://…; `none`: no database",
    secret: true,
    unset: "embedded Postgres in DATA_DIR",
  }),
  databaseConnections: setting(wholeNumber(3, 1_000), {
    about: "Most connections of one process to Postgres. All processes together must stay below its max_connections",
    unset: "a sixth of max_connections, 3 to 16",
  }),
  s3Bucket: setting(text, {
    about: "Bucket of an S3-compatible store for the files",
    unset: "none: files are in DATA_DIR/files",
  }),
  s3Endpoint: setting(webAddress, { about: "Endpoint of the store", unset: "that of Amazon S3 in the region" }),
  s3Region: setting(text, { about: "Region of the store", unset: "the one in the endpoint, else us-east-1" }),
  s3Credentials: setting(oneOf(["keys", "chain"]), {
    fallback: "keys",
    about: "`keys`: the next two settings; `chain`: AWS's standard chain (environment, profile, web identity, role)",
  }),
  s3AccessKeyId: setting(text, { about: "Access key of the store", secret: true }),
  s3SecretAccessKey: setting(text, { about: "Secret key of the store", secret: true }),
  s3SessionToken: setting(text, {
    about: "Session token of temporary keys. When they expire, set new ones and restart",
    secret: true,
  }),
  s3ForcePathStyle: setting(flag, {
    fallback: true,
    about: "Form of a file's address. true: `<endpoint>/<bucket>/<file>`; false: `<bucket>.<endpoint>/<file>`",
  }),
  s3Acl: setting(text, {
    fallback: "public-read",
    about: "ACL that is sent with each upload; empty: none (as R2 needs)",
  }),
  publicDomain: setting(text, {
    about: "Public address of the bucket, at which clients read the files; `https://` is added to a bare name",
    unset: "<endpoint>/<bucket>",
  }),
  storeStable: setting(flag, {
    fallback: false,
    about: "Also store the newest text of a domain as `<domain>/llms.txt`",
  }),
  storeFull: setting(flag, {
    fallback: false,
    about: "Also store the llms-full.txt of each text; with STORE_STABLE also the Markdown of each page",
  }),
};
