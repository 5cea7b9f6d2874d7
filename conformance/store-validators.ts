/** Compiles the schemas to validators: a step of `npm run build`. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { default as standalone } from 'ajv/dist/standalone/index.js';
import { default as addFormats } from 'ajv-formats';
import {
  type JsonSchema,
  loadSchemas,
  openApiKeywords,
  openApiUri,
  schemaFormats,
} from '../spec/openapi.ts';
import { loadOperations } from '../spec/operations.ts';
import { fromRoot } from '../spec/root.ts';
import { keyOf, keyOfFile, validatorsFile } from './driver/validators.ts';

const kitFiles = [
  'conformance/profiles/config.schema.json',
  'conformance/profiles/profile.schema.json',
  'conformance/report/baseline.schema.json',
  'conformance/report/report.schema.json',
];

/** Every schema by its key. */
const schemas = new Map<string, JsonSchema>([
  ...kitFiles.map((path) => [keyOfFile(path), readSchema(path)] as const),
  ...[...loadSchemas().values(), ...describedSchemas()].map(
    (schema) => [keyOf(schema), schema] as const,
  ),
]);

/** The entries of a baseline are checked one by one. */
const parts = [`${keyOfFile('conformance/report/baseline.schema.json')}#/items`];

const digest = `// ${createHash('sha256')
  .update(readFileSync(fromRoot('node_modules', 'ajv', 'package.json')))
  .update(JSON.stringify([...schemas]))
  .digest('hex')}\n`;
const isCurrent =
  existsSync(validatorsFile) && readFileSync(validatorsFile, 'utf8').startsWith(digest);
if (!isCurrent) writeFileSync(validatorsFile, `${digest}${compiled()}`);

/** The code of a module that exports all validators by their keys. */
function compiled(): string {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    allErrors: true,
    allowUnionTypes: true,
    verbose: true,
    // Otherwise a schema would be compiled anew at each place that refers to it.
    inlineRefs: false,
    code: { source: true },
  });
  addFormats.default(ajv);
  for (const format of schemaFormats) ajv.addFormat(format, true);
  ajv.addVocabulary([...openApiKeywords]);
  const uris = [...schemas].map(([key, schema], at) => {
    const uri = URL.canParse(key) ? key : `${openApiUri}?schema=${at}`;
    ajv.addSchema(schema, uri);
    return uri;
  });
  const named = [...uris, ...parts].map((uri, at) => [`validate${at}`, uri] as const);
  const code = standalone.default(ajv, Object.fromEntries(named));
  const members = [...schemas.keys(), ...parts].map(
    (key, at) => `${JSON.stringify(key)}: exports.validate${at}`,
  );
  return `${code}\nmodule.exports = {\n${members.join(',\n')}\n};\n`;
}

/** The schemas of parameters, and those of bodies that are not in a file. */
function describedSchemas(): readonly JsonSchema[] {
  return loadOperations().flatMap(({ queryParameters, requestMediaTypes, responses }) => [
    ...queryParameters.map(({ schema }) => schema),
    ...[...requestMediaTypes, ...responses.flatMap(({ mediaTypes }) => mediaTypes)].flatMap(
      ({ schema }) => (schema === undefined || '$ref' in schema ? [] : [schema]),
    ),
  ]);
}

function readSchema(path: string): JsonSchema {
  return JSON.parse(readFileSync(fromRoot(path), 'utf8')) as JsonSchema;
}
