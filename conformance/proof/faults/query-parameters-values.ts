import { writeJson } from '../../base/body.ts';
import type { Fault } from '../../run/mutation.ts';
import {
  type Binding,
  type Placeholder,
  rightEntry,
  rightText,
  writingParameters,
} from '../placeholders.ts';
import { onQueryMember, refusingQueries, textOfQuery } from '../query-interceptors.ts';
import { listOf } from '../interceptors.ts';

/** Faults of what a parameter puts into the text of a query. */
export const queryParameterValueFaults: readonly Fault[] = [
  {
    name: 'parameters-required',
    clauses: ['query-parameters.params-default-none'],
    start: () => refusingQueries((body) => !('params' in body)),
  },
  {
    name: 'strings-pasted-without-quotes',
    clauses: ['query-parameters.value-string', 'query-parameters.value-never-code'],
    start: () => writingValues(String),
  },
  {
    name: 'strings-pasted-between-quotes',
    clauses: ['query-parameters.value-never-code'],
    start: () =>
      writingValues((value) => (typeof value === 'string' ? `"${value}"` : String(value))),
  },
  {
    name: 'strings-pasted-between-three-quotes',
    clauses: ['query-parameters.value-never-code'],
    start: () =>
      writingValues((value) => (typeof value === 'string' ? `"""${value}"""` : String(value))),
  },
  {
    name: 'strings-escape-quotes-but-not-backslashes',
    clauses: ['query-parameters.value-never-code'],
    start: () =>
      writingValues((value) =>
        typeof value === 'string' ? `"${value.replaceAll('"', '\\"')}"` : String(value),
      ),
  },
  {
    name: 'strings-lose-their-quotes',
    clauses: ['query-parameters.value-never-code'],
    start: () => onStrings((value) => value.replaceAll('"', '')),
  },
  {
    name: 'strings-with-pipes-refused',
    clauses: ['query-parameters.value-never-code'],
    start: () => refusingQueries((body) => /\|/.test(writeJson(listOf(body['params'])))),
  },
  {
    name: 'strings-of-digits-are-numbers',
    clauses: ['query-parameters.value-string'],
    start: () => writingStrings((value) => (/^\d+$/.test(value) ? value : undefined)),
  },
  {
    name: 'strings-true-and-false-are-booleans',
    clauses: ['query-parameters.value-string'],
    start: () => writingStrings((value) => (/^(?:true|false)$/.test(value) ? value : undefined)),
  },
  {
    name: 'strings-null-and-empty-are-nulls',
    clauses: ['query-parameters.value-string'],
    start: () => writingStrings((value) => (/^(?:null)?$/.test(value) ? 'null' : undefined)),
  },
  {
    name: 'strings-name-fields',
    clauses: ['query-parameters.value-string'],
    start: () => writingStrings((value) => (/^[a-z]+$/.test(value) ? value : undefined)),
  },
  {
    name: 'numbers-put-in-quotes',
    clauses: ['query-parameters.value-number'],
    start: () => writingValues((value) => JSON.stringify(String(value))),
  },
  {
    name: 'numbers-lose-their-fraction',
    clauses: ['query-parameters.value-number'],
    start: () =>
      writingValues((value) => writeJson(typeof value === 'number' ? Math.trunc(value) : value)),
  },
  {
    name: 'numbers-lose-their-sign',
    clauses: ['query-parameters.value-number'],
    start: () =>
      writingValues((value) => writeJson(typeof value === 'number' ? Math.abs(value) : value)),
  },
  {
    name: 'numbers-with-a-fraction-refused',
    clauses: ['query-parameters.value-number'],
    start: () =>
      refusingQueries((body) =>
        listOf(body['params']).some((one) => typeof one === 'number' && !Number.isInteger(one)),
      ),
  },
  {
    name: 'numbers-held-in-doubles',
    clauses: ['query-parameters.value-number'],
    start: () => onNumbers(Number),
  },
  {
    name: 'numbers-held-in-32-bits',
    clauses: ['query-parameters.value-number'],
    start: () =>
      onNumbers((value) =>
        Number.isInteger(Number(value)) ? Number(BigInt.asIntN(32, BigInt(value))) : value,
      ),
  },
  {
    name: 'names-put-in-quotes',
    clauses: ['query-parameters.identifier-field'],
    start: () => writingNames((name) => JSON.stringify(name)),
  },
  {
    name: 'names-are-literals-in-expressions',
    clauses: ['query-parameters.identifier-field'],
    start: () =>
      writingNames((name, { turn, isSegment }) =>
        turn === 1 && !isSegment ? JSON.stringify(name) : `\`${name}\``,
      ),
  },
  {
    name: 'names-refused-in-figures-and-orders',
    clauses: ['query-parameters.identifier-field'],
    start: () => refusingQueries((body) => /(?:SUM\(|BY |SORT )\?\?/.test(textOfQuery(body))),
  },
  {
    name: 'names-of-new-columns-refused',
    clauses: ['query-parameters.identifier-field'],
    start: () => refusingQueries((body) => textOfQuery(body).includes('EVAL ?? =')),
  },
  {
    name: 'strings-refused-in-lists-and-functions',
    clauses: ['query-parameters.value-string'],
    start: () => refusingQueries((body) => /\(\?[,)]|\(\?, /.test(textOfQuery(body))),
  },
  {
    name: 'strings-all-the-first-one',
    clauses: ['query-parameters.value-string'],
    start: () =>
      onQueryMember('params', (params) => {
        const entries = listOf(params);
        const isPlain = entries.every((entry) => typeof entry === 'string');
        return isPlain ? entries.map(() => entries[0]) : entries;
      }),
  },
  {
    name: 'names-refused',
    clauses: ['query-parameters.identifier-field', 'query-parameters.identifier-function'],
    start: () => refusingQueries((body) => textOfQuery(body).includes('??')),
  },
  {
    name: 'names-of-functions-refused',
    clauses: ['query-parameters.identifier-function'],
    start: () => refusingQueries((body) => textOfQuery(body).includes('??(')),
  },
  {
    name: 'names-of-functions-all-the-same',
    clauses: ['query-parameters.identifier-function'],
    start: () => writingNames((name, { isCalled }) => (isCalled ? 'MAX' : `\`${name}\``)),
  },
  {
    name: 'names-of-functions-put-in-quotes',
    clauses: ['query-parameters.identifier-function'],
    start: () =>
      writingNames((name, { isCalled }) => (isCalled ? JSON.stringify(name) : `\`${name}\``)),
  },
  {
    name: 'names-pasted-as-they-are',
    clauses: ['query-parameters.identifier-never-code'],
    start: () => writingNames((name) => name),
  },
  {
    name: 'names-cut-at-the-first-blank',
    clauses: ['query-parameters.identifier-never-code'],
    start: () => writingNames((name) => `\`${name.split(/\W/, 1)[0] ?? ''}\``),
  },
];

/** Changes the numbers among the parameters of a query. */
function onNumbers(edit: (value: number | bigint) => unknown): ReturnType<Fault['start']> {
  return onQueryMember('params', (params) =>
    listOf(params).map((value) =>
      typeof value === 'number' || typeof value === 'bigint' ? edit(value) : value,
    ),
  );
}

function writingValues(write: (value: unknown) => string): ReturnType<Fault['start']> {
  return writingParameters(
    rightly((entry, place) => (place.isName ? rightText(entry, place) : write(entry))),
  );
}

/** Writes the strings that it has a text for in that way; undefined leaves them to the right one. */
function writingStrings(write: (value: string) => string | undefined): ReturnType<Fault['start']> {
  return writingValues((value) => {
    const own = typeof value === 'string' ? write(value) : undefined;
    return own ?? writeJson(value);
  });
}

function writingNames(
  write: (name: string, place: Placeholder) => string,
): ReturnType<Fault['start']> {
  return writingParameters(
    rightly((entry, place) =>
      place.isName ? write(String(entry), place) : rightText(entry, place),
    ),
  );
}

/** Changes the strings among the parameters that have no names. */
function onStrings(edit: (value: string) => string): ReturnType<Fault['start']> {
  return onQueryMember('params', (params) =>
    listOf(params).map((one) => (typeof one === 'string' ? edit(one) : one)),
  );
}

function rightly(write: Binding['write']): Binding {
  return { entryOf: rightEntry, write };
}
