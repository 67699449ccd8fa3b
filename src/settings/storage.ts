// Where data is kept: the database and the files.
import * as z from "zod";
import { databaseUrl, flag, secret, text, webAddress } from "./kinds.ts";
import { notes } from "./notes.ts";

export const storage = {
  dataDir: text.default("./data").register(notes, { about: "Folder of the embedded database and the local files" }),
  databaseUrl: databaseUrl.optional().register(notes, {
    about: "postgres://…: any Postgres; none: no database",
    secret: true,
    unset: "embedded Postgres in DATA_DIR",
  }),
  databaseBackend: z
    .enum(["postgres", "yugabytedb", "citus", "cockroachdb"], {
      error: "must be postgres, yugabytedb, citus or cockroachdb",
    })
    .default("postgres")
    .register(notes, { about: "The engine behind DATABASE_URL: `postgres`, `yugabytedb`, `citus` or `cockroachdb`" }),
  s3Bucket: text
    .optional()
    .register(notes, { about: "Bucket of an S3-compatible store", unset: "files stay in DATA_DIR/files" }),
  s3Endpoint: webAddress().optional().register(notes, {
    about: "Endpoint of the store",
    unset: "Amazon's for the region",
  }),
  s3Region: text
    .optional()
    .register(notes, { about: "Region of the store", unset: "what the endpoint says, else us-east-1" }),
  s3AccessKeyId: secret().register(notes, { about: "Access key of the store", secret: true }),
  s3SecretAccessKey: secret().register(notes, { about: "Secret key of the store", secret: true }),
  s3SessionToken: secret().register(notes, {
    about: "Session token of temporary keys; they end when it does, and new ones need a restart",
    secret: true,
  }),
  s3ForcePathStyle: flag.default(true).register(notes, {
    about: "true: `<endpoint>/<bucket>/<file>`; false: `<bucket>.<endpoint>/<file>`",
  }),
  s3Acl: text.default("public-read").register(notes, { about: "ACL sent with each upload; empty sends none (R2)" }),
  publicDomain: text.optional().register(notes, {
    about: "Base of the public URLs of files in the bucket; `https://` is put before a bare name",
    unset: "<endpoint>/<bucket>",
  }),
  storeStable: flag.default(false).register(notes, {
    about: "Whether each text is also kept as `<domain>/llms.txt`, replaced by the next",
  }),
  storeFull: flag.default(false).register(notes, {
    about: "Whether llms-full.txt is kept beside each text, with STORE_STABLE also each page's Markdown",
  }),
};
