import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadOperations } from '../../spec/operations.ts';
import { ServiceError } from '../base/service-error.ts';
import type { AnswerForm } from '../formats/format.ts';
import { plainForm } from '../formats/format.ts';
import type { FormRequest } from './answer-form.ts';
import { chooseForm, tableFormatsOf } from './answer-form.ts';

const formats = new Map(
  loadOperations().map((definition) => [definition.id, tableFormatsOf(definition)]),
);

function choose(
  request: Partial<FormRequest>,
  vendorTypes = false,
  id: 'runQuery' | 'runSql' = 'runQuery',
) {
  const complete = {
    parameters: {},
    accept: undefined,
    contentType: 'application/json',
    bodyType: 'application/json',
    path: '/_query',
    ...request,
  };
  return chooseForm(complete, formats.get(id) ?? [], vendorTypes);
}

type Choice = readonly [request: Partial<FormRequest>, type: string, form: Partial<AnswerForm>];

const csv = 'text/csv; charset=utf-8; header=present';
const yaml: Partial<FormRequest> = { bodyType: 'application/yaml' };

const choices: readonly Choice[] = [
  [{}, 'application/json', {}],
  [yaml, 'application/yaml', { format: 'yaml' }],
  [{ ...yaml, accept: '*/*' }, 'application/yaml', { format: 'yaml' }],
  [{ ...yaml, accept: 'application/*' }, 'application/yaml', { format: 'yaml' }],
  [{ ...yaml, accept: 'text/csv' }, csv, { format: 'csv' }],
  [
    { ...yaml, accept: 'text/csv', parameters: { format: 'md' } },
    'text/markdown; charset=utf-8',
    { format: 'md' },
  ],
  [{ accept: 'text/*' }, csv, { format: 'csv' }],
  [{ accept: 'text/csv;q=0.1, application/cbor;q=0.9' }, 'application/cbor', { format: 'cbor' }],
  [{ accept: 'text/xml, text/csv' }, csv, { format: 'csv' }],
  [{ accept: 'application/json;q=0, */*;q=0.1' }, 'application/yaml', { format: 'yaml' }],
  [
    { accept: 'text/csv; header=absent' },
    'text/csv; charset=utf-8; header=absent',
    { format: 'csv', header: false },
  ],
  [
    { accept: 'text/plain; header=absent' },
    'text/plain; charset=utf-8',
    { format: 'txt', header: false },
  ],
  [
    { accept: 'text/csv; header=absent', parameters: { header: 'present' } },
    csv,
    { format: 'csv' },
  ],
  [
    { accept: 'text/csv; header=absent', parameters: { format: 'tsv' } },
    'text/tab-separated-values; charset=utf-8',
    { format: 'tsv' },
  ],
  [
    { parameters: { format: 'tsv', header: 'absent' } },
    'text/tab-separated-values; charset=utf-8',
    { format: 'tsv', header: false },
  ],
  [{ parameters: { format: 'csv', delimiter: ';' } }, csv, { format: 'csv', delimiter: ';' }],
  [{ parameters: { format: 'arrow' } }, 'application/vnd.apache.arrow.stream', { format: 'arrow' }],
];

const vendor = 'vnd.elasticsearch+';
const vendorChoices: readonly Choice[] = [
  [
    { accept: `application/${vendor}json; compatible-with=8` },
    `application/${vendor}json;compatible-with=8`,
    {},
  ],
  [
    { accept: `application/${vendor}json; compatible-with=9` },
    `application/${vendor}json;compatible-with=9`,
    {},
  ],
  [
    { accept: `text/${vendor}csv` },
    `text/${vendor}csv; charset=utf-8; header=present`,
    { format: 'csv' },
  ],
  [
    { accept: `application/${vendor}arrow.stream` },
    `application/${vendor}arrow.stream`,
    { format: 'arrow' },
  ],
  [{ accept: `application/${vendor}json`, parameters: { format: 'csv' } }, csv, { format: 'csv' }],
];

const refusals: readonly (readonly [Partial<FormRequest>, RegExp])[] = [
  [
    { parameters: { format: 'xml' } },
    /^Invalid request content type: Accept=\[null\], Content-Type=\[application\/json\], format=\[xml\]$/,
  ],
  [{ parameters: { format: '' } }, /^Invalid request content type/],
  [{ accept: 'text/xml' }, /^Invalid request content type: Accept=\[text\/xml\]/],
  [{ accept: `text/${vendor}csv` }, /^Invalid request content type/],
  [{ accept: 'csv' }, /^Invalid media-type value on headers \[Accept\]$/],
  [
    { accept: 'text/markdown; header=absent' },
    /\[header=absent\] is not supported for the \[md\] format/,
  ],
  [{ parameters: { format: 'md', header: 'absent' } }, /\[header=absent\] is not supported/],
  [
    { accept: 'text/csv; header=maybe' },
    /^\[header\] must be one of \[present, absent\] but was \[maybe\]$/,
  ],
  [
    { parameters: { format: 'csv', delimiter: 'ab' } },
    /^invalid multi-character delimiter \[ab\]$/,
  ],
  [{ parameters: { format: 'csv', delimiter: '' } }, /^invalid empty delimiter \[\]$/],
  [{ parameters: { format: 'csv', delimiter: '\t' } }, /^illegal delimiter \[TAB\]/],
  [
    { parameters: { format: 'csv', delimiter: '"' } },
    /^illegal reserved character specified as delimiter \["\]$/,
  ],
  [{ parameters: { format: 'csv', delimiter: '\n' } }, /^illegal reserved character/],
  [{ parameters: { format: 'csv', delimiter: '\r' } }, /^illegal reserved character/],
  [
    { parameters: { format: 'tsv', delimiter: ',' } },
    /can only be used with the format \[csv\] for request \[\/_query\]$/,
  ],
  [{ parameters: { delimiter: ',' } }, /can only be used with the format \[csv\]/],
];

describe('chooseForm', () => {
  it('prefers the parameter to Accept, and Accept to the type of the body', () => {
    for (const [request, type, form] of choices) {
      assert.deepEqual(choose(request), { form: { ...plainForm, ...form }, contentType: type });
    }
  });

  it('adds the vendor prefix if the client sends it', () => {
    for (const [request, type, form] of vendorChoices) {
      assert.deepEqual(choose(request, true), {
        form: { ...plainForm, ...form },
        contentType: type,
      });
    }
  });

  it('refuses unknown formats and invalid options', () => {
    for (const [request, reason] of refusals) {
      assert.throws(
        () => choose(request),
        (error) => error instanceof ServiceError && reason.test(error.reason),
        JSON.stringify(request),
      );
    }
  });

  it('offers seven formats for SQL, and none for an answer that is not a table', () => {
    assert.deepEqual(formats.get('runSql'), ['json', 'yaml', 'csv', 'tsv', 'txt', 'cbor', 'smile']);
    assert.throws(() => choose({ parameters: { format: 'md' } }, false, 'runSql'), /content type/);
    assert.deepEqual(formats.get('search'), []);
    assert.deepEqual(formats.get('catIndices'), []);
  });
});
