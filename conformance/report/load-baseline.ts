import type { ErrorObject } from 'ajv/dist/2020.js';
import type { Ledger } from '../../spec/clauses.ts';
import { defined } from '../base/assert.ts';
import { UsageError } from '../base/errors.ts';
import { yaml } from '../base/libraries.ts';
import { nearest } from '../base/nearest.ts';
import { readParsed } from '../base/read-file.ts';
import { keyOfFile, validatorOf } from '../driver/validators.ts';
import { type BaselineEntry, type KnownFailure, resolveEntry } from './baseline.ts';
import type { Scenario } from './scenario.ts';

const keys = ['clause', 'scenario', 'fingerprint', 'reason', 'issue', 'expires'];

/**
 * Reads a baseline: a YAML list, as `baseline.schema.json` describes it. Throws UsageError if it does not match the
 * schema, or names an unknown clause or scenario.
 */
export function loadBaseline(
  file: string,
  ledger: Ledger,
  scenarios: readonly Scenario[],
): readonly BaselineEntry[] {
  // A file with nothing but comments is an empty list.
  const content =
    readParsed(
      'the baseline',
      file,
      (text) => yaml().parse(text, { schema: 'failsafe' }) as unknown,
    ) ?? [];
  if (!Array.isArray(content))
    throw new UsageError(`${file}: a baseline must be a list of entries`);
  const schema = keyOfFile('conformance/report/baseline.schema.json');
  const fits = validatorOf<KnownFailure>(`${schema}#/items`);
  return content.map((known: unknown, at) => {
    const fail = (problem: string): never => {
      throw new UsageError(`${file}: entry ${at + 1}: ${problem}`);
    };
    if (!fits(known)) return fail(schemaProblem(defined(fits.errors?.[0], 'schema error'), known));
    const entry = resolveEntry(known, scenarios);
    return ledger.byId.has(known.clause) && entry.scenarios.size > 0
      ? entry
      : fail(nameProblem(known, ledger, scenarios));
  });
}

function nameProblem(
  { clause, scenario }: KnownFailure,
  { byId }: Ledger,
  scenarios: readonly Scenario[],
): string {
  if (!byId.has(clause)) return `unknown clause "${clause}"${nearest(clause, byId.keys())}`;
  if (scenario === undefined) return `no scenario judges ${clause}`;
  const own = scenarios.filter(({ clauses }) => clauses.includes(clause));
  const hint = nearest(scenario, new Set(own.map(({ name }) => name)));
  return `${clause} has no scenario "${scenario}"${hint}`;
}

/** What is wrong with an entry, in the words of its keys. */
function schemaProblem(error: ErrorObject, entry: unknown): string {
  const { keyword, instancePath, params, message } = error;
  const key = instancePath.split('/')[1];
  const unknown: unknown = params['additionalProperty'];
  const missing: unknown = params['missingProperty'];
  if (typeof unknown === 'string') return `unknown key "${unknown}"${nearest(unknown, keys)}`;
  if (typeof missing === 'string') return `the key "${missing}" is missing`;
  if (key === undefined) return 'it must be a mapping';
  if (keyword === 'type' || keyword === 'minLength' || key === 'reason' || key === 'issue') {
    return `the key "${key}" needs a text value`;
  }
  if (key === 'expires') return `expires must be a day such as 2030-01-31${valueIn(entry, key)}`;
  return key === 'fingerprint'
    ? `fingerprint must be 12 hexadecimal digits, or a list of such${valueIn(entry, key)}`
    : `the key "${key}" ${message}`;
}

function valueIn(entry: unknown, key: string): string {
  return `, not ${JSON.stringify((entry as Readonly<Record<string, unknown>>)[key])}`;
}
