import { validationError } from '../../base/service-error.ts';

const maxLength = 507;

/** Throws a ServiceError if a role or an account cannot have this name. */
export function checkName(name: string, what: 'Role' | 'User'): void {
  const isPrintable = /^[\x20-\x7e]+$/.test(name);
  if (isPrintable && name.length <= maxLength && name.trim() === name) return;
  throw validationError([
    `${what} names must be at least 1 and no more than ${maxLength} printable ASCII characters without whitespace at either end`,
  ]);
}
