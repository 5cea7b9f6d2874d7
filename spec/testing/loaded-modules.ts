import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

/** The paths of the modules that one process of Node has loaded, bundled or not. They begin with `/`. */
export type LoadedModules = readonly string[];

/** A record of coverage, as Node writes it at the end of a process. */
interface Coverage {
  readonly result: readonly { readonly url: string }[];
}

/**
 * Runs a program with arguments to its end, and returns what its processes have loaded. `use` gets the first text that the
 * program writes; afterwards the program receives SIGTERM.
 */
export async function loadedModules(
  args: readonly string[],
  use?: (text: string) => Promise<unknown>,
): Promise<readonly LoadedModules[]> {
  const folder = temporaryFolder();
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_V8_COVERAGE: folder },
  });
  const ended = once(child, 'exit');
  const [text] = (await once(child.stdout, 'data')) as [Buffer];
  child.stdout.resume();
  if (use !== undefined) {
    await use(text.toString());
    child.kill('SIGTERM');
  }
  await ended;
  return readdirSync(folder).map((name) => modulesIn(readFileSync(join(folder, name), 'utf8')));
}

function modulesIn(text: string): LoadedModules {
  const { result } = JSON.parse(text) as Coverage;
  return result
    .map(({ url }) => url)
    .flatMap((url) => (url.startsWith('file:') ? within(url) : []));
}

/** The modules of a file: a bundle has a comment with the path before each. */
function within(url: string): LoadedModules {
  if (!url.includes('/dist/bundle/')) return [new URL(url).pathname];
  const lines = readFileSync(new URL(url), 'utf8').matchAll(/^ *\/\/ (\S+\.[cm]?[jt]s(?:on)?)$/gm);
  return [...lines].map(([, path]) => `/${path}`);
}

/** Returns those of the names that are part of a loaded path. */
export function loadedOf(names: readonly string[], modules: LoadedModules): readonly string[] {
  return names.filter((name) => modules.some((path) => path.includes(name)));
}
