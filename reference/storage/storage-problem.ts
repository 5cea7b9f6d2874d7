/** Why a data folder cannot be used. */
export type ProblemKind =
  'unusable' | 'in use' | 'damaged' | 'other format' | 'no support' | 'lost';

/** A data folder that cannot be used; the message says what is wrong and what to do. */
export class StorageProblem extends Error {
  readonly kind: ProblemKind;

  constructor(kind: ProblemKind, message: string) {
    super(message);
    this.name = 'StorageProblem';
    this.kind = kind;
  }
}

const advice: Readonly<Partial<Record<string, string>>> = {
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'it is read-only',
  ENOTDIR: 'it or its parent is no folder',
  EEXIST: 'it is no folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full for this user',
};

/** Returns a short description of an error of the platform or the store. */
export function inWords(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  if (/no space left/i.test(message)) return 'the disk is full';
  if (/input\/output error/i.test(message)) return `${message}: the disk may be full, or failing`;
  return advice[code] ?? message;
}
