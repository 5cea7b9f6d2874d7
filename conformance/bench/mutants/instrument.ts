import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import ts from 'typescript';
import { fromRoot } from '../../../spec/root.ts';
import { at } from '../../base/assert.ts';
import type { Mutant } from './mutant.ts';

/** The part of Stryker's instrumenter that is used here. */
interface StrykerModule {
  readonly Instrumenter: new (logger: unknown) => {
    instrument(
      files: readonly { name: string; mutate: boolean; content: string }[],
      options: unknown,
    ): Promise<Instrumented>;
  };
}

interface Position {
  readonly line: number;
  readonly column: number;
}

interface Instrumented {
  readonly files: readonly { readonly name: string; readonly content: string }[];
  readonly mutants: readonly {
    readonly id: string;
    readonly fileName: string;
    readonly mutatorName: string;
    readonly replacement: string;
    readonly location: { readonly start: Position; readonly end: Position };
  }[];
}

/** Sources that the server does not consist of. */
const notServer = /\.test\.ts$|^(?:bench|interop|testing)\//;

/** Not a dependency, as only this benchmark uses it: docs/proof.md says how to install it. */
const stryker = '@stryker-mutator/instrumenter';

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
};

/**
 * Writes a copy of the package into the folder, in which the reference contains all mutants that Stryker knows, each
 * behind a switch. Returns the mutants in the order of their files.
 */
export async function instrument(folder: string): Promise<readonly Mutant[]> {
  const names = readdirSync(fromRoot('reference'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(sep).join('/'))
    .filter((name) => name.endsWith('.ts') && !notServer.test(name))
    .toSorted();
  const sources = new Map(
    names.map((name) => [name, readFileSync(fromRoot('reference', name), 'utf8')]),
  );
  const { Instrumenter } = (await import(stryker)) as StrykerModule;
  const files = [...sources].map(([name, content]) => ({ name, mutate: true, content }));
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  const { files: written, mutants } = await new Instrumenter(quiet).instrument(files, options);
  for (const { name, content } of written) {
    const file = join(folder, 'dist', 'reference', name.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, ts.transpileModule(content, { compilerOptions }).outputText);
  }
  for (const name of ['package.json', 'spec', join('dist', 'spec')]) {
    cpSync(fromRoot(name), join(folder, name), { recursive: true });
  }
  symlinkSync(fromRoot('node_modules'), join(folder, 'node_modules'));
  return mutants.map(({ id, fileName, mutatorName, replacement, location: { start, end } }) => ({
    id,
    file: fileName,
    line: start.line + 1,
    mutator: mutatorName,
    original: textBetween(sources.get(fileName) ?? '', start, end),
    replacement,
  }));
}

/** Stryker reports nothing here that this benchmark does not print itself. */
const quiet = {
  isDebugEnabled: () => false,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
};

function textBetween(source: string, start: Position, end: Position): string {
  const lines = source.split('\n').slice(start.line, end.line + 1);
  const last = at(lines, lines.length - 1).slice(0, end.column);
  return [...lines.slice(0, -1), last].join('\n').slice(start.column);
}
