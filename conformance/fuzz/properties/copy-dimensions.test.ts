import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from '../../base/body.ts';
import type { Interceptor } from '../../run/mutation.ts';
import { answers, calls, withBody } from '../../testing/mutated-session.ts';
import { bodyOf, onMistakenReferences } from '../../testing/mistaken-references.ts';
import { copyDimensionsAgree } from './copy-dimensions.ts';

const tried = onMistakenReferences(copyDimensionsAgree);

/** Changes the text of the bodies of some requests. */
function rewrites(method: string, path: RegExp, change: (body: string) => string): Interceptor {
  return (request, forward) =>
    forward(calls(method, path)(request) ? { ...request, body: change(bodyOf(request)) } : request);
}

const creations = /^\/[^/]+$/;

/** Stores the fields without values of a document that it refuses. */
const keepsRefused: Interceptor = async (request, forward) => {
  const response = await forward(request);
  if (!request.path.includes('/_doc/') || response.status < 400) return response;
  await forward({ ...request, body: '{"b":7}' });
  return response;
};

/** Refuses to map a copy whose target lies in objects that are not mapped. */
const refusesNewObjects: Interceptor = async (request, forward) => {
  const response = await forward(request);
  const body = bodyOf(request);
  const isNew = body.includes('x.y.t') && !body.includes('"x":');
  if (!creations.test(request.path) || request.method !== 'PUT' || !isNew) return response;
  return { ...withBody(response, { error: 'there is no such object' }), status: 400 };
};

type Source = Readonly<Record<string, unknown>>;

/** Loses the hits of searches for a copied value, in a nested object or elsewhere, whose documents fit. */
function loses(where: RegExp, fits: (source: Source, value: unknown) => boolean): Interceptor {
  return async (request, forward) => {
    const text = bodyOf(request);
    const [, value = 'null'] =
      /(?:"lte":|"query":|t":)("(?:[^"\\]|\\.)*"|-?[\d.]+(?:e[+-]\d+)?|true|false)[,}]/.exec(
        text,
      ) ?? [];
    const isFor = calls('GET', /_search$/)(request) && where.test(text);
    const lossy = answers(
      () => isFor,
      (body) => {
        const found = body['hits'] as { hits: readonly { _source: Source }[] };
        found.hits = found.hits.filter(({ _source }) => !fits(_source, JSON.parse(value)));
      },
    );
    return lossy(request, forward);
  };
}

/** The values of `a` at any depth, each list of them in its own. */
function listsIn(value: unknown): readonly (readonly unknown[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'a' ? [[member].flat()] : listsIn(member),
  );
}

const nestedTarget = /"nested":.*[."]t":/;

const mistakes: readonly (readonly [string, Interceptor])[] = [
  [
    'a source three levels down is not copied',
    rewrites('PUT', creations, (body) =>
      body.replace(
        /("p":\{"properties":\{"a":\{"type":"\w+"),"copy_to":(?:"[^"]*"|\[[^\]]*\])/,
        '$1',
      ),
    ),
  ],
  [
    'a list behind a null is not copied',
    rewrites('PUT', /_doc/, (body) => body.replace(/\[null,[^\]]*\]/, 'null')),
  ],
  [
    'a target that names its own targets in a list copies on',
    rewrites('PUT', creations, (body) =>
      body.includes('"copy_to":["c"]')
        ? body.replaceAll(/"copy_to":\[(?!"c"\])/g, '"copy_to":["c",')
        : body,
    ),
  ],
  ['a refused write leaves something behind', keepsRefused],
  ['a target in objects that are not mapped is refused', refusesNewObjects],
  [
    'copies are copied on',
    rewrites('PUT', creations, (body) =>
      body.includes('"copy_to":"c"')
        ? body.replace(/"copy_to":\["([^",\]]*)"\]/, '"copy_to":["$1","c"]')
        : body,
    ),
  ],
  [
    'copies are copied on if there are two targets',
    rewrites('PUT', creations, (body) =>
      body.includes('"copy_to":"c"') ? body.replace(/,"second"\]/, ',"second","c"]') : body,
    ),
  ],
  [
    'strict is taken for true',
    rewrites('PUT', creations, (body) => body.replace('"dynamic":"strict"', '"dynamic":true')),
  ],
  [
    'the second target is lost',
    rewrites('PUT', creations, (body) => body.replace(/,"second"\]/, ']')),
  ],
  [
    'the second target may be missing under strict',
    rewrites('PUT', creations, (body) =>
      body.includes('"copy_to":["second",')
        ? body.replace('"dynamic":"strict"', '"dynamic":true')
        : body,
    ),
  ],
  [
    'only the first of several values is copied inside a nested object',
    loses(nestedTarget, (source, value) =>
      listsIn(source).some((values) => values.indexOf(value) > 0),
    ),
  ],
  [
    'only the first of several nested objects is copied',
    loses(nestedTarget, ({ o }, value) => {
      const [first] = Array.isArray(o) ? (o as readonly unknown[]) : [o];
      return !listsIn(first).flat().includes(value);
    }),
  ],
  [
    'only the first of several objects is copied',
    loses(/^(?!.*"nested":).*[."]t":/, ({ o }, value) => {
      return Array.isArray(o) && !listsIn(o[0]).flat().includes(value);
    }),
  ],
  [
    'large integers lose digits in a copy',
    loses(/[."]t":/, (_, value) => typeof value === 'number' && Math.abs(value) > 2 ** 53),
  ],
  [
    'fractions are lost in a copy',
    loses(/[."]t":/, (_, value) => typeof value === 'number' && value % 1 !== 0),
  ],
  [
    'of two sources in one document only the second is copied',
    loses(/[."]t":/, (source, value) => {
      const { b } = source;
      return b !== undefined && b !== value;
    }),
  ],
  [
    'a list is not copied into an object beside it',
    loses(/\.q\.t":/, (source) => listsIn(source).some(({ length }) => length > 1)),
  ],
  [
    'a copied value is shown in the document',
    answers(calls('GET', /_search$/), (body) => {
      const hits = body['hits'] as { hits: readonly { _source: Record<string, unknown> }[] };
      for (const { _source } of hits.hits) if ('a' in _source) _source['t'] = _source['a'];
    }),
  ],
];

for (const [what, intercept] of mistakes) {
  test(`copy-dimensions finds a server that is wrong: ${what}`, async () => {
    const { counterexample, halt } = await tried(intercept);
    assert.equal(halt, undefined);
    assert.ok(counterexample);
  });
}

test('copy-dimensions lets a server through that refuses null among the values', async () => {
  const { counterexample, halt } = await tried(async (request, forward) => {
    const isRefused = request.path.includes('/_doc/') && bodyOf(request).includes('null');
    if (!isRefused) return forward(request);
    const response = await forward({ ...request, body: '{' });
    return { ...withBody(response, { error: 'null is no value' }), status: 400 };
  });
  assert.deepEqual([counterexample, halt], [undefined, undefined]);
});

test('copy-dimensions lets a server through that refuses queries on fields without a mapping', async () => {
  const { counterexample, halt } = await tried(async (request, forward) => {
    const response = await forward(request);
    const [, field] = /"(?:match|term|range)":\{"([^"]*)"/.exec(bodyOf(request)) ?? [];
    if (field === undefined || !calls('GET', /_search$/)(request)) return response;
    const path = request.path.replace(/_search$/, '_mapping');
    const mapping = textOf(await forward({ method: 'GET', path, headers: {} }));
    const isMapped = mapping.includes(`"${field.split('.').at(-1)}"`);
    return isMapped ? response : { ...withBody(response, { error: 'no field' }), status: 400 };
  });
  assert.deepEqual([counterexample, halt], [undefined, undefined]);
});

test('copy-dimensions lets a server through that takes no settings beside a mapping', async () => {
  const { counterexample, halt } = await tried(async (request, forward) => {
    const response = await forward(request);
    const hasSettings = request.method === 'PUT' && bodyOf(request).includes('"settings"');
    return hasSettings
      ? { ...withBody(response, { error: 'there are no settings' }), status: 400 }
      : response;
  });
  assert.equal(halt, undefined);
  assert.equal(counterexample, undefined);
});
