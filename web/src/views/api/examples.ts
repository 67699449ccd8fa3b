import { inShell } from "../../words/addresses.ts";

/** Request of a crawl for the API, without fields that have the server's defaults. */
export type AskedCrawl = Readonly<Record<string, unknown>> & { readonly url: string };

export interface ExampleOptions {
  /** Origin of the API. */
  readonly service: string;
  readonly crawl: AskedCrawl;
  /** True if the service asks for a key. */
  readonly keyRequired: boolean;
}

export const LANGUAGES = ["curl", "JavaScript", "Python"] as const;
export type Language = (typeof LANGUAGES)[number];

/** A program that begins a crawl, waits for its end and prints the llms.txt. */
export function exampleOf(language: Language, options: ExampleOptions): string {
  switch (language) {
    case "curl":
      return curl(options);
    case "JavaScript":
      return javaScript(options);
    case "Python":
      return python(options);
  }
}

function curl({ service, crawl, keyRequired }: ExampleOptions): string {
  const key = keyRequired ? ` -H "X-API-Key: $API_KEY"` : "";
  return `SERVICE=${inShell(service)}
# Begin the crawl; the answer says where it is.
CRAWL=$(curl -fsS "$SERVICE/api/crawls"${key} \\
  -H 'Content-Type: application/json' \\
  -d ${inShell(JSON.stringify(crawl))} | sed 's/.*"location":"\\([^"]*\\)".*/\\1/')
# What happens in it, until it ends.
curl -fsSN "$SERVICE$CRAWL/events"${key} >&2
# Its llms.txt.
curl -fsS "$SERVICE$CRAWL/llms.txt"${key}
`;
}

/** The program in JavaScript. JSON is JavaScript, and its line ends count there, too. */
function javaScript({ service, crawl, keyRequired }: ExampleOptions): string {
  const key = keyRequired ? `, "X-API-Key": process.env.API_KEY` : "";
  return `const service = ${JSON.stringify(service)};
const headers = { "Content-Type": "application/json"${key} };

async function ask(path, options) {
  const answer = await fetch(service + path, { headers, ...options });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.text();
}

const crawl = ${JSON.stringify(crawl)};
const { location } = JSON.parse(await ask("/api/crawls", { method: "POST", body: JSON.stringify(crawl) }));
await ask(\`\${location}/events\`); // ends with the crawl
console.log(await ask(\`\${location}/llms.txt\`));
`;
}

function python({ service, crawl, keyRequired }: ExampleOptions): string {
  const key = keyRequired ? `, "X-API-Key": os.environ["API_KEY"]` : "";
  return `import json
import os
from urllib.request import Request, urlopen

service = ${pythonOf(service)}
headers = {"Content-Type": "application/json"${key}}


def ask(path, body=None):
    with urlopen(Request(service + path, body, headers)) as answer:
        return answer.read().decode()


crawl = ${pythonOf(crawl)}
location = json.loads(ask("/api/crawls", json.dumps(crawl).encode()))["location"]
ask(f"{location}/events")  # ends with the crawl
print(ask(f"{location}/llms.txt"))
`;
}

/** A JSON value in Python. A JSON string in ASCII is also a Python string. */
function pythonOf(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${pythonOf(inner)}`)
    .join(", ")}}`;
}
