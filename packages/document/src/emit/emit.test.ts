import { runInNewContext } from "node:vm";
import { createTransport } from "nodemailer";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { hostileAddress, hostileText } from "../../../../test/emit/hostile-texts.ts";
import { settingsOf } from "../../../../test/emit/settings-of.ts";
import { parseLlmsTxt } from "../check/check.ts";
import { startingOverlay } from "../overlay-file/start.ts";
import { ours, tryPathOnDisk, tryPlainAddress } from "./harmless.ts";
import { element, readHtml, sayable, writeHtml } from "./html.ts";
import { alternate, attachment, linkField, target } from "./http-field.ts";
import { readJavaScript, writeJavaScript } from "./javascript.ts";
import { mailField, readMailFields } from "./mail-field.ts";
import { yamlLine, yamlText } from "./yaml.ts";

const TEXTS = Array.from({ length: 2_000 }, (_, number) => hostileText(number));
const ADDRESSES = TEXTS.map((_, number) => hostileAddress(number));

test("the number of directives does not depend on the addresses, and what is read back is what was meant", () => {
  const { served, unserved } = settingsOf(ADDRESSES);
  expect(served.exceptions.length).toBeGreaterThan(20);
  expect(unserved.length).toBeGreaterThan(200);
});

test("in no file of settings a stranger has another character than a letter, a digit or -._~/%", () => {
  const { served } = settingsOf(ADDRESSES);
  for (const { address, markdown } of served.pages) {
    expect(address.spelled).toMatch(/^\/[\w\-.~/%]*(?:\?[\w\-.~/%=&]*)?$/);
    expect(decodeURIComponent(address.spelled)).not.toMatch(/[\p{Cc}\s"'`\\]/u);
    expect(markdown).toMatch(/^\/[\w\-.~/%]*(?:\?[\w\-.~/%=&]*)?$/);
  }
  for (const { file, address } of served.exceptions) {
    expect(file).toMatch(/^\/[\p{L}\p{M}\p{N}\-._~/]*$/u);
    expect(address.pattern).toMatch(/^\/(?:[\w\-~/%=&]|\\\.|\\x3F|\(\?:%[\dA-F]{2}\|\\x[\dA-F]{2}\))*$/i);
  }
});

test.each([
  ["/a", "/a", "/a"],
  ["/v1.2/a_b~c", "/v1.2/a_b~c", "/v1\\.2/a_b~c"],
  ["/caf%C3%A9", "/caf%C3%A9", "/caf%C3%A9"],
  ["/Foo_(bar)", "/Foo_%28bar%29", "/Foo_(?:%28|\\x28)bar(?:%29|\\x29)"],
  ["/a?b=c&d=e,f", "/a?b=c&d=e%2Cf", "/a\\x3Fb=c&d=e(?:%2C|\\x2C)f"],
  ["/a%2Fb", "/a%2Fb", "/a%2Fb"],
  ["/日本", "/%E6%97%A5%E6%9C%AC", "/%E6%97%A5%E6%9C%AC"],
])("%s is spelled %s and asked for as %s", (address, spelled, pattern) => {
  expect(tryPlainAddress(address)).toMatchObject({ spelled, pattern });
});

test.each([
  '/a"',
  "/a%22b",
  "/%27",
  "/a%5C",
  "/a%0Ab",
  "/a%00",
  "/a b",
  "/a%20b",
  "/%C2%A0",
  "/%E2%80%A8",
  "/%E2%80%9Ca%E2%80%9D",
  "/a%60",
  "/%",
  "/%2",
  "/%zz",
  "/%C3",
  "/%ED%A0%80",
  "/\ud800",
  "a",
  `/${"a".repeat(2_048)}`,
])("%j may stand in no settings", (address) => {
  expect(tryPlainAddress(address)).toBeUndefined();
});

test("a path on disk has letters of any script, and nothing else that a server could give a meaning to", () => {
  expect(tryPathOnDisk("/caf%C3%A9/%E6%97%A5.md")).toBe("/café/日.md");
  for (const path of ["/$%7BPATH%7D.md", "/%25%7BA%7D.md", "/a,F].md", "/a(b).md", "/a?b"]) {
    expect(tryPathOnDisk(path)).toBeUndefined();
  }
});

test("whatever a text is, JavaScript reads it as that text, also where the script stands in a page", () => {
  const script = writeJavaScript([{ constant: ours`DATA`, value: TEXTS }]);
  expect(script).toMatch(/^[\n\x20-\x3b\x3d-\x7e]*$/);
  expect(script.split("\n")).toHaveLength(2);
  expect(runInNewContext(`${script}JSON.stringify(DATA)`)).toBe(JSON.stringify(TEXTS));
  expect(readJavaScript(script)?.get("DATA")).toEqual(TEXTS);
});

test("whatever a text is, HTML has it as a text or an attribute", () => {
  for (const text of TEXTS) {
    const html = writeHtml(element("p", {}, element("a", { href: text }, text), "end"));
    const said = sayable(text);
    expect(readHtml(html)).toEqual([
      element("p", {}, element("a", { href: said }, ...(said === "" ? [] : [said])), "end"),
    ]);
  }
});

test("whatever a text is, YAML reads it as that text", () => {
  for (const text of TEXTS) {
    expect(parse(yamlText({ name: text, notes: [text] }))).toEqual({ name: text, notes: [text] });
    expect(yamlLine(text)).not.toMatch(/[\n\r\u0085\u2028\u2029]/);
    expect(parse(yamlLine(text))).toBe(text);
  }
});

test("a first overlay changes nothing, whatever the document's words are", () => {
  for (const text of TEXTS.slice(0, 200)) {
    const document = `# ${text}\n\n> ${text}\n\n## ${text}\n\n- [${text}](https://x.dev/): ${text}\n`;
    expect(parseLlmsTxt(document)).toBeDefined();
    expect(parse(startingOverlay(document))).toBeNull();
  }
});

test("whatever an address is, it ends no target and no field of an answer", () => {
  for (const text of TEXTS) {
    expect(linkField(alternate(target(text)))).toMatch(/^<[^<>"\s]*>; rel="alternate"; type="text\/markdown"$/);
    expect(attachment(text)).toMatch(/^attachment; filename="[\w.-]*"$/);
  }
});

test("whatever a site's address is, its mail has the same fields", async () => {
  const transport = createTransport({ streamTransport: true, buffer: true });
  const fieldsOf = async (text: string) => {
    const { message } = await transport.sendMail({ from: "a@x.dev", to: "b@x.dev", subject: mailField(text), text });
    return readMailFields(String(message)).map(([name]) => name);
  };
  const usual = await fieldsOf("Site");
  for (const text of TEXTS.filter(({ length }) => length < 5_000).slice(0, 300)) {
    // Long or foreign texts are encoded, not longer by a field.
    expect((await fieldsOf(`Site ${text}`)).filter((name) => !/^content-/.test(name))).toEqual(
      usual.filter((name) => !/^content-/.test(name)),
    );
  }
});
