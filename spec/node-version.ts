/** The oldest version of Node that the package works with: `engines` of package.json. */
const oldest = [20, 19] as const;

/** Takes the name of a program and a version such as `20.19.0`; returns why it cannot run, or undefined if it can. */
export function nodeProblem(program: string, version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < oldest[0] || (major === oldest[0] && minor < oldest[1]);
  return isOld
    ? `${program}: Node ${oldest.join('.')} or newer is required, but this is Node ${version}`
    : undefined;
}

/**
 * Runs a program, or says in one line that this version of Node is too old and sets the exit code 2. `run` has to load the
 * program: an older version fails somewhere in it.
 */
export async function onNewNode(program: string, run: () => Promise<unknown>): Promise<void> {
  const problem = nodeProblem(program, process.versions.node);
  if (problem === undefined) return void (await run());
  process.stderr.write(`${problem}\n`);
  process.exitCode = 2;
}
