import { at } from '../../base/assert.ts';
import { writeJson } from '../../base/body.ts';
import type { Fault, Interceptor } from '../../run/mutation.ts';
import { fault } from '../fault.ts';
import { listOf } from '../interceptors.ts';
import {
  type Binding,
  type Placeholder,
  rightEntry,
  rightText,
  writingParameters,
} from '../placeholders.ts';
import { onQueryMember } from '../query-interceptors.ts';

/** Faults of the text that replaces a placeholder. */
export const queryParameterValueFaults: readonly Fault[] = [
  fault(
    'strings-pasted-without-quotes',
    ['query-parameters.value-string', 'query-parameters.value-never-code'],
    () => writingValues(String),
  ),
  fault('strings-pasted-between-quotes', ['query-parameters.value-never-code'], () =>
    writingValues((value) => (typeof value === 'string' ? `"${value}"` : String(value))),
  ),
  fault('strings-pasted-between-three-quotes', ['query-parameters.value-never-code'], () =>
    writingValues((value) => (typeof value === 'string' ? `"""${value}"""` : String(value))),
  ),
  fault('strings-escape-quotes-but-not-backslashes', ['query-parameters.value-never-code'], () =>
    writingValues((value) =>
      typeof value === 'string' ? `"${value.replaceAll('"', '\\"')}"` : String(value),
    ),
  ),
  fault('strings-lose-their-quotes', ['query-parameters.value-never-code'], () =>
    onStrings((value) => value.replaceAll('"', '')),
  ),
  fault('strings-of-digits-are-numbers', ['query-parameters.value-string'], () =>
    writingStrings((value) => (/^\d+$/.test(value) ? value : undefined)),
  ),
  fault('strings-true-and-false-are-booleans', ['query-parameters.value-string'], () =>
    writingStrings((value) => (/^(?:true|false)$/.test(value) ? value : undefined)),
  ),
  fault('strings-null-and-empty-are-nulls', ['query-parameters.value-string'], () =>
    writingStrings((value) => (/^(?:null)?$/.test(value) ? 'null' : undefined)),
  ),
  fault('strings-name-fields', ['query-parameters.value-string'], () =>
    writingStrings((value) => (/^[a-z]+$/.test(value) ? value : undefined)),
  ),
  fault('numbers-put-in-quotes', ['query-parameters.value-number'], () =>
    writingValues((value) => JSON.stringify(String(value))),
  ),
  fault('numbers-lose-their-fraction', ['query-parameters.value-number'], () =>
    writingValues((value) => writeJson(typeof value === 'number' ? Math.trunc(value) : value)),
  ),
  fault('numbers-lose-their-sign', ['query-parameters.value-number'], () =>
    writingValues((value) => writeJson(typeof value === 'number' ? Math.abs(value) : value)),
  ),
  fault('numbers-held-in-doubles', ['query-parameters.value-number'], () => onNumbers(Number)),
  fault('numbers-held-in-32-bits', ['query-parameters.value-number'], () =>
    onNumbers((value) =>
      Number.isInteger(Number(value)) ? Number(BigInt.asIntN(32, BigInt(value))) : value,
    ),
  ),
  fault('names-put-in-quotes', ['query-parameters.identifier-field'], () =>
    writingNames((name) => JSON.stringify(name)),
  ),
  fault('names-are-literals-in-expressions', ['query-parameters.identifier-field'], () =>
    writingNames((name, { turn, isSegment }) =>
      turn === 1 && !isSegment ? JSON.stringify(name) : `\`${name}\``,
    ),
  ),
  fault('strings-all-the-first-one', ['query-parameters.value-string'], () =>
    onQueryMember('params', (params) => {
      const entries = listOf(params);
      const isPlain = entries.every((entry) => typeof entry === 'string');
      return isPlain ? entries.map(() => entries[0]) : entries;
    }),
  ),
  fault('names-of-functions-all-the-same', ['query-parameters.identifier-function'], () =>
    writingNames((name, { isCalled }) => (isCalled ? 'MAX' : `\`${name}\``)),
  ),
  fault('names-of-functions-put-in-quotes', ['query-parameters.identifier-function'], () =>
    writingNames((name, { isCalled }) => (isCalled ? JSON.stringify(name) : `\`${name}\``)),
  ),
  fault('names-pasted-as-they-are', ['query-parameters.identifier-never-code'], () =>
    writingNames((name) => name),
  ),
  fault('names-cut-at-the-first-blank', ['query-parameters.identifier-never-code'], () =>
    writingNames((name) => `\`${at(name.split(/\W/, 1), 0)}\``),
  ),
];

/** Changes the numbers among the parameters of a query. */
function onNumbers(edit: (value: number | bigint) => unknown): Interceptor {
  return onQueryMember('params', (params) =>
    listOf(params).map((value) =>
      typeof value === 'number' || typeof value === 'bigint' ? edit(value) : value,
    ),
  );
}

function writingValues(write: (value: unknown) => string): Interceptor {
  return writingParameters(
    rightly((entry, place) => (place.isName ? rightText(entry, place) : write(entry))),
  );
}

/** Writes strings as `textFor` returns them; writes a string correctly if it returns undefined. */
function writingStrings(write: (value: string) => string | undefined): Interceptor {
  return writingValues((value) => {
    const own = typeof value === 'string' ? write(value) : undefined;
    return own ?? writeJson(value);
  });
}

function writingNames(write: (name: string, place: Placeholder) => string): Interceptor {
  return writingParameters(
    rightly((entry, place) =>
      place.isName ? write(String(entry), place) : rightText(entry, place),
    ),
  );
}

/** Changes the strings among the parameters without names. */
function onStrings(edit: (value: string) => string): Interceptor {
  return onQueryMember('params', (params) =>
    listOf(params).map((one) => (typeof one === 'string' ? edit(one) : one)),
  );
}

function rightly(write: Binding['write']): Binding {
  return { entryOf: rightEntry, write };
}
