import { defined } from '../base/assert.ts';
import { visible } from '../base/visible.ts';

/** Thrown if a data folder cannot be used; the message contains the reason, and what to do about it. */
export class StorageProblem extends Error {
  override readonly name = 'StorageProblem';

  constructor(message: string) {
    super(visible(message));
  }
}

/** Returns an error of the store as a StorageProblem whose message names the folder. */
export function aboutFolder(folder: string, error: unknown): StorageProblem {
  const reason = error instanceof Error ? error.message : String(error);
  return new StorageProblem(`data folder [${folder}]: ${reason}`);
}

const advice: Readonly<Partial<Record<string, string>>> = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'it is read-only',
  ENOTDIR: 'it or its parent is not a folder',
  EEXIST: 'it is not a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full for this user',
  EFBIG: 'a file may not become as large as needed',
};

/** Returns a short description of an error of the platform or the store. */
export function inWords(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  if (/no space left/i.test(message)) return 'the disk is full';
  if (/file too large/i.test(message)) return defined(advice['EFBIG'], 'advice');
  if (/input\/output error/i.test(message)) return `${message}: the disk may be full, or failing`;
  return advice[code] ?? message;
}
