// mdream's llms.txt of the pages of a list, read as its documentation shows: node mdream.js HOME ADDRESSES.json
import { readFileSync } from "node:fs";
import { htmlToMarkdown } from "@mdream/js";
import { generateLlmsTxtArtifacts } from "@mdream/js/llms-txt";

const [home = "", list = ""] = process.argv.slice(2);
const files = [];
for (const url of [home, ...JSON.parse(readFileSync(list, "utf8"))]) {
  const response = await fetch(url);
  if (!response.ok) continue;
  const body = await response.text();
  const isHtml = /html/.test(response.headers.get("content-type") ?? "");
  const title = (isHtml ? /<title>([^<]*)/i : /^# (.*)/m).exec(body)?.[1]?.trim() ?? url;
  const description = /<meta[^>]+name="?description"?[^>]+content="([^"]*)"/i.exec(body)?.[1];
  const content = isHtml ? htmlToMarkdown(body, { origin: new URL(url).origin }) : body;
  files.push({ url, title, content, metadata: { title, ...(description && { description }) } });
}
const { llmsTxt } = await generateLlmsTxtArtifacts({ files, siteName: files[0]?.title, origin: new URL(home).origin });
process.stdout.write(llmsTxt);
