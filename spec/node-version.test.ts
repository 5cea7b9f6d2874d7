import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { nodeProblem } from './node-version.ts';
import { fromRoot } from './root.ts';

test('an older version of Node is refused in one line that names both versions', () => {
  const { engines } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')) as {
    readonly engines: { readonly node: string };
  };
  const problem = 'search-reference: Node 20.19 or newer is required, but this is Node 18.20.4';
  assert.equal(nodeProblem('search-reference', '18.20.4'), problem);
  assert.equal(engines.node, '>=20.19');
  assert.match(nodeProblem('p', '20.18.3') ?? '', /Node 20.18.3/);
  for (const version of ['20.19.0', '22.0.0', '24.1.0', '26.0.0-nightly']) {
    assert.equal(nodeProblem('p', version), undefined);
  }
});
