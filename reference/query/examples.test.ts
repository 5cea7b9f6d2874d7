import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { examples } from '../testing/query-examples/examples.ts';
import {
  columnsOf,
  exampleCatalog,
  rowsOf,
  runText,
} from '../testing/query-examples/run-example.ts';
import { pipedCommands, sourceCommands } from './commands.ts';

describe('examples of the query language', () => {
  const catalog = exampleCatalog();

  for (const { query, columns, rows, warnings = [] } of examples) {
    test(query, async () => {
      const result = await runText(query, catalog);
      assert.deepEqual(columnsOf(result), columns);
      assert.deepEqual(rowsOf(result), rows);
      const reported = result.figures.warnings.filter(
        (text) => !text.startsWith('No limit defined'),
      );
      assert.deepEqual(reported, warnings);
    });
  }

  test('every command has an example', () => {
    const shown = new Set(examples.map(({ command }) => command));
    const commands = [...sourceCommands.keys(), ...pipedCommands.keys()];
    assert.deepEqual(
      commands.filter((command) => !shown.has(command)),
      [],
    );
  });
});
