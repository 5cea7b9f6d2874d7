import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { descriptionFile, openApiFile } from './openapi.ts';

/** Writes the OpenAPI description as JSON beside the generated types: it is read ten times faster than the YAML. */
const description: unknown = parse(readFileSync(openApiFile, 'utf8'));
writeFileSync(descriptionFile, `${JSON.stringify(description)}\n`);
