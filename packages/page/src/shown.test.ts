import { expect, test } from "vitest";
import { readPage } from "./page.ts";
import { contentProblem } from "./problem.ts";

const HOST = "https://x.dev";

function shown(body: string, path = "/reference/") {
  const page = readPage(Buffer.from(`<!doctype html><title>API</title><body>${body}`), { url: HOST + path });
  return { shown: page.shown, problem: contentProblem(page) };
}

test.each([
  ["Redoc's element", '<redoc spec-url="openapi.yaml"></redoc>', "/reference/openapi.yaml"],
  ["Redoc's script", '<div id=r></div><script>Redoc.init("/v1/spec.json", {}, r)</script>', "/v1/spec.json"],
  [
    "Swagger UI",
    "<div id=swagger-ui></div><script>ui = SwaggerUIBundle({ dom_id: '#swagger-ui', url: '/api/v2.json' })</script>",
    "/api/v2.json",
  ],
  ["Scalar's script", '<script id="api-reference" data-url="/scalar.json"></script>', "/scalar.json"],
  [
    "Scalar's settings",
    `<script id="api-reference" data-configuration='{"spec":{"url":"/scalar.yaml"}}'></script>`,
    "/scalar.yaml",
  ],
  ["Scalar's call", "<script>Scalar.createApiReference('#app', { url: '/galaxy.json' })</script>", "/galaxy.json"],
  ["RapiDoc", '<rapi-doc spec-url="/r.json"></rapi-doc>', "/r.json"],
  ["Elements", '<elements-api apiDescriptionUrl="/e.yaml" router=hash></elements-api>', "/e.yaml"],
])("%s names the description that it shows", (_, body, path) => {
  expect(shown(body)).toEqual({ shown: { urls: [HOST + path], isGuess: false }, problem: undefined });
});

test("a viewer that names none is likely to show a usual one, where a browser cannot tell", () => {
  const { shown: usual, problem } = shown('<div id="swagger-ui"></div><script src="./swagger-ui-bundle.js"></script>');
  expect(usual?.isGuess).toBe(true);
  expect(usual?.urls).toContain(`${HOST}/reference/swagger.json`);
  expect(usual?.urls).toContain(`${HOST}/v3/api-docs`);
  expect(problem).toBe("api viewer");
});

test("another host's description, and pages that only speak of viewers, show none", () => {
  expect(shown("<redoc spec-url=https://other.example/a.json></redoc><script>1</script>").shown).toBeUndefined();
  expect(shown("<pre>&lt;redoc spec-url=a.json></pre><script>var url = '/a.json'</script>").shown).toBeUndefined();
  const text = "<p>The viewer is explained in this text at length, for those who want to put one on a page.</p>".repeat(
    4,
  );
  expect(shown(`${text}<script src=/redoc.standalone.js></script>`).shown).toBeUndefined();
});
