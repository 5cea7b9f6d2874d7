import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Returns a function that loads a package of npm when it is first called. For packages that few runs of a program need and
 * that code without `await` uses; others are loaded with `import()`.
 */
export function library<Module>(load: (require: NodeJS.Require) => Module): () => Module {
  let loaded: Module | undefined;
  return () => (loaded ??= load(require));
}
