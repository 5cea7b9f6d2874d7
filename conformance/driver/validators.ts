import type { ValidateFunction } from 'ajv/dist/2020.js';
import { library } from '../../spec/library.ts';
import { type JsonSchema, openApiUri } from '../../spec/openapi.ts';
import { fromRoot } from '../../spec/root.ts';
import { defined } from '../base/errors.ts';

/** The file in which the build stores all validators, by their keys; with what they need of ajv in the bundle. */
export const validatorsFile = fromRoot('dist', 'validators.cjs');
const bundledFile = fromRoot('dist', 'bundle', 'validators.cjs');

const load = library(
  (require) => require(bundledFile) as Readonly<Record<string, ValidateFunction>>,
);

/**
 * Returns a validator that `npm run build` has compiled: to compile the schemas of one scenario takes longer than the
 * scenario. Throws KitFault if there is no validator with this key.
 */
export function validatorOf<Valid>(key: string): ValidateFunction<Valid> {
  return defined(load()[key], `validator of ${key}`) as ValidateFunction<Valid>;
}

/** What is wrong with the content of a file that a validator has refused: a key, or the value at a place. */
export function problemOf({ errors }: Pick<ValidateFunction, 'errors'>): string {
  const error = defined(errors?.[0], 'error of a failed schema check');
  const key: unknown = error.params['additionalProperty'];
  const place = error.instancePath === '' ? 'the top level' : error.instancePath;
  return typeof key === 'string'
    ? `unknown key "${key}" at ${place}`
    : `${place} ${defined(error.message, 'message of a schema error')}`;
}

/** The key of a schema of the OpenAPI description: the URI of its file, or the schema itself if it has none. */
export function keyOf(schema: JsonSchema): string {
  const { $id, $ref } = schema;
  if (typeof $ref === 'string') return new URL($ref, openApiUri).href;
  return typeof $id === 'string' ? $id : JSON.stringify(schema);
}

/** The key of a schema of the kit, given the path of its file in the package. */
export function keyOfFile(path: string): string {
  return new URL(`../${path}`, openApiUri).href;
}
