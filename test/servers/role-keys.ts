// The services of a machine at Amazon that give a role's keys: of an instance (EC2), of a container (ECS, EKS), and STS.
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import type { Key } from "./sigv4.ts";

export interface RoleKeys extends AsyncDisposable {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Method and path of every request, in order. */
  readonly requests: readonly string[];
  /** Keys that are given and accepted now. */
  readonly key: Key;
  /** The keys change: what was given before has ended. */
  change(): void;
}

export interface RoleKeysOptions {
  /** How long the keys hold that are given next. */
  readonly lifeMs: () => number;
  /** What a container sends with its request. */
  readonly containerToken?: string;
}

const METADATA = "/latest/meta-data/iam/security-credentials/";
const METADATA_TOKEN = "token of the second version";

/** Gives `AKID1`, `AKID2`, … each with a session token. */
export async function serveRoleKeys({ lifeMs, containerToken }: RoleKeysOptions): Promise<RoleKeys> {
  const requests: string[] = [];
  let number = 1;
  const key = () => ({
    accessKeyId: "AKIDROLE",
    secretAccessKey: "of the role",
    sessionToken: `token ${number}`,
    ended: Array.from({ length: number - 1 }, (_, index) => `token ${index + 1}`),
  });
  const given = () => {
    const { accessKeyId, secretAccessKey, sessionToken } = key();
    const ends = new Date(Date.now() + lifeMs()).toISOString();
    return { accessKeyId, secretAccessKey, sessionToken, ends };
  };
  const asJson = () => {
    const { accessKeyId, secretAccessKey, sessionToken, ends } = given();
    return JSON.stringify({
      Code: "Success",
      AccessKeyId: accessKeyId,
      SecretAccessKey: secretAccessKey,
      Token: sessionToken,
      Expiration: ends,
    });
  };
  const asXml = () => {
    const { accessKeyId, secretAccessKey, sessionToken, ends } = given();
    return `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult>
      <Credentials><AccessKeyId>${accessKeyId}</AccessKeyId><SecretAccessKey>${secretAccessKey}</SecretAccessKey>
      <SessionToken>${sessionToken}</SessionToken><Expiration>${ends}</Expiration></Credentials>
      </AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`;
  };

  async function answer(request: IncomingMessage): Promise<string | undefined> {
    const { method, url = "", headers } = request;
    const body = await text(request);
    if (method === "PUT" && url === "/latest/api/token") return METADATA_TOKEN;
    if (url.startsWith(METADATA)) {
      if (headers["x-aws-ec2-metadata-token"] !== METADATA_TOKEN) return undefined;
      return url === METADATA ? "role" : asJson();
    }
    if (url === "/container") return headers.authorization === containerToken ? asJson() : undefined;
    return body.includes("WebIdentityToken=token-of-the-pod") ? asXml() : undefined;
  }

  const server = createServer(async (request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const body = await answer(request);
    response.writeHead(body === undefined ? 401 : 200, { "x-aws-ec2-metadata-token-ttl-seconds": "21600" }).end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    get key() {
      return key();
    },
    change: () => void number++,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
