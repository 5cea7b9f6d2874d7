import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { compiledPath, transpile } from './transpile.ts';

for (const path of ['conformance/bench/watch/touched.ts', 'reference/http/read-body.ts']) {
  test(`${path} is transpiled to what the build makes of it`, () => {
    const { code, errors } = transpile(path, readFileSync(path, 'utf8'));
    const built = readFileSync(compiledPath(path), 'utf8').replace(/\/\/# sourceMappingURL=.*/, '');
    assert.deepEqual(errors, []);
    assert.equal(code.trim(), built.trim());
  });
}

test('an error of syntax is reported with its place', () => {
  const { errors } = transpile('conformance/wrong.ts', 'const a = ;\n');
  assert.deepEqual(errors, ['conformance/wrong.ts(1,11): error TS1109: Expression expected.']);
});
