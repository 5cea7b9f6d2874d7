import {
  closeSync,
  constants,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  type Stats,
  writeFileSync,
} from 'node:fs';

/** Errors after which a file is written in place: its folder takes no other file, or it is mounted by itself. */
const inPlace: ReadonlySet<unknown> = new Set(['EACCES', 'EBUSY', 'EEXIST', 'EPERM', 'EXDEV']);

/**
 * Writes a text to a file, a device, or a pipe that somebody reads: one that nobody reads would never be opened. Whatever ends
 * the process meanwhile, and if the disk is full, a file is whole: the old one or the new one. Throws the error of the system.
 */
export function writeFile(file: string, text: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined || found.isFile()) return replaceFile(file, found, text);
  const reader = found.isFIFO()
    ? openSync(file, constants.O_WRONLY | constants.O_NONBLOCK)
    : undefined;
  writeFileSync(file, text);
  if (reader !== undefined) closeSync(reader);
}

function replaceFile(file: string, found: Stats | undefined, text: string): void {
  const target = found === undefined ? file : realpathSync(file);
  const draft = `${target}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, text, { flag: 'wx', mode: found?.mode ?? 0o666 });
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    if (!(error instanceof Error && 'code' in error && inPlace.has(error.code))) throw error;
    writeFileSync(target, text);
  }
}
