import { type ApiDocument, type Fields, fieldsOf, jsonOf, listOf, textOf } from "./api-document.ts";
import type { DescribedOperation } from "./operations.ts";
import { describedField, Schemas } from "./schema.ts";
import { blocks, code, escaped, inline } from "./words.ts";

const MAX_EXAMPLE = 4_000;
const MAX_ANSWERS = 40;
/** Most media types of one body that are written. */
const MAX_TYPES = 3;

/** The title of an operation's page: `GET /pets/{id}`. */
export const titleOf = ({ method, path, isWebhook }: DescribedOperation): string =>
  `${method} ${path}${isWebhook ? " (webhook)" : ""}`;

/** An operation as a page: what it is for, parameters, body, answers. */
export function operationAsHtml(operation: DescribedOperation, document: ApiDocument): string {
  const { fields, summary, parameters } = operation;
  const schemas = new Schemas(document);
  const description = textOf(fields.description);
  const params = parameters.filter((one) => one.in !== "body" && one.in !== "formData");
  const form = parameters.filter((one) => one.in === "formData");
  const access = [
    ...new Set(listOf(fields.security ?? document.root.security).flatMap((one) => Object.keys(fieldsOf(one)))),
  ];
  return [
    `<!doctype html><title>${escaped(titleOf(operation))}</title><main>`,
    !description.startsWith(summary) && `<p>${inline(summary)}</p>`,
    description !== "" && `<div>${blocks(description)}</div>`,
    fields.deprecated === true && "<p>Deprecated.</p>",
    access.length > 0 && `<p>Authorization: ${access.map(code).join(", ")}.</p>`,
    params.length > 0 && `<h2>Parameters</h2>${parameterList(params, schemas)}`,
    body(operation, { document, schemas }),
    form.length > 0 && `<h2>Request body</h2>${parameterList(form, schemas)}`,
    answers(fields, { document, schemas }),
    "</main>",
  ]
    .filter(Boolean)
    .join("\n");
}

interface SchemaReading {
  readonly document: ApiDocument;
  readonly schemas: Schemas;
}

function parameterList(parameters: readonly Fields[], schemas: Schemas): string {
  const rows = parameters.map((parameter) => {
    // OpenAPI 2 has the schema's fields beside the parameter's.
    const schema = parameter.schema ?? fieldsOf(Object.values(fieldsOf(parameter.content))[0]).schema ?? parameter;
    const place = textOf(parameter.in);
    const facts = { name: textOf(parameter.name), isRequired: parameter.required === true, place, schema: parameter };
    return `<li>${describedField({ ...facts, type: schemas.typeOf(schema), values: schemas.valuesOf(schema) })}</li>`;
  });
  return `<ul>${rows.join("\n")}</ul>`;
}

function body({ fields, parameters }: DescribedOperation, { document, schemas }: SchemaReading): string {
  const inBody = parameters.find((one) => one.in === "body");
  const request = document.resolved(fields.requestBody);
  if (inBody === undefined && fields.requestBody === undefined) return "";
  const { description, required } = inBody ?? request;
  const about = [required === true && "Required.", inline(textOf(description))].filter(Boolean).join(" ");
  const content = inBody === undefined ? contentOf(request.content, schemas) : schemaOf(inBody.schema, schemas);
  return `<h2>Request body</h2>${about && `<p>${about}</p>`}${content}`;
}

function answers({ responses }: Fields, { document, schemas }: SchemaReading): string {
  const rows = Object.entries(fieldsOf(responses))
    .slice(0, MAX_ANSWERS)
    .map(([status, value]) => {
      const answer = document.resolved(value);
      const about = inline(textOf(answer.description));
      const content =
        answer.schema === undefined ? contentOf(answer.content, schemas) : schemaOf(answer.schema, schemas);
      return `<h3>${escaped(status)}</h3>${about && `<p>${about}</p>`}${content}`;
    });
  return rows.length === 0 ? "" : `<h2>Responses</h2>${rows.join("\n")}`;
}

/** The first media type has the schema; others are named. */
function contentOf(content: unknown, schemas: Schemas): string {
  const types = Object.entries(fieldsOf(content));
  const [first] = types;
  if (first === undefined) return "";
  const names = types
    .slice(0, MAX_TYPES)
    .map(([type]) => code(type))
    .join(", ");
  const media = fieldsOf(first[1]);
  return `<p>${names}</p>${schemaOf(media.schema, schemas)}${exampleOf(media)}`;
}

function schemaOf(schema: unknown, schemas: Schemas): string {
  const [type, values] = [schemas.typeOf(schema), schemas.valuesOf(schema)];
  const about = [type && `${inline(type)}.`, values].filter(Boolean).join(" ");
  return `${about && `<p>${about}</p>`}${schemas.listOf(schema)}`;
}

function exampleOf({ example, examples, schema }: Fields): string {
  const first = Object.values(fieldsOf(examples))[0];
  const value = example ?? fieldsOf(first).value ?? fieldsOf(schema).example;
  const text = typeof value === "string" ? value : jsonOf(value);
  return text === "" || text.length > MAX_EXAMPLE ? "" : `<pre><code>${escaped(text)}</code></pre>`;
}
