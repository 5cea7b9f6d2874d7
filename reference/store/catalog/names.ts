import { parseDateMath } from '../../base/dates/date-math.ts';
import { formatInstant, fromNanos } from '../../base/dates/dates.ts';
import { refuse, ServiceError } from '../../base/service-error.ts';

const maxName_bytes = 255;

/** Characters that cannot be seen, or that change the order in which others are shown. */
const hidden = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

/** Throws invalid_index_name_exception if the name is invalid. */
export function checkIndexName(name: string): void {
  const problem = name === name.toLowerCase() ? nameProblem(name) : 'must be lowercase';
  if (problem !== undefined) throw invalidIndexName(name, problem);
}

/** Throws invalid_alias_name_exception if the name is invalid. */
export function checkAliasName(name: string): void {
  const problem = nameProblem(name);
  if (problem === undefined) return;
  throw new ServiceError(
    'invalid_alias_name_exception',
    `Invalid alias name [${name}]: ${problem}`,
  );
}

/** Returns the error for an invalid name of an index. */
export function invalidIndexName(name: string, problem: string): ServiceError {
  return new ServiceError(
    'invalid_index_name_exception',
    `Invalid index name [${name}], ${problem}`,
    {
      metadata: { index_uuid: '_na_', index: name },
    },
  );
}

/** Returns the error for an expression that matches nothing. */
export function indexNotFound(name: string): ServiceError {
  return new ServiceError('index_not_found_exception', `no such index [${name}]`, {
    metadata: {
      'resource.type': 'index_or_alias',
      'resource.id': name,
      index_uuid: '_na_',
      index: name,
    },
  });
}

/**
 * Takes one part of an index expression; returns it with date math such as `<name-{now/d{yyyy.MM.dd|+01:00}}>`
 * evaluated. Throws illegal_argument_exception if the braces are wrong.
 */
export function resolveDateMath(expression: string, now_ms: number): string {
  if (!expression.startsWith('<') || !expression.endsWith('>')) return expression;
  const inner = expression.slice(1, -1);
  const resolved = inner.replaceAll(
    /\{([^{}|]+)(?:\{([^{}|]*)(?:\|([^{}]*))?\})?\}/g,
    (...groups: readonly (string | undefined)[]) => {
      const [, math = '', format, zone] = groups;
      const nanos = parseDateMath(math, {
        format: 'strict_date_optional_time||epoch_millis',
        now_ms,
        zone,
      });
      return formatInstant(fromNanos(nanos), format ?? 'uuuu.MM.dd', { zone });
    },
  );
  if (/[{}]/.test(resolved) || resolved === '') {
    refuse(
      `invalid dynamic name expression [${inner}]: the braces of a date are not closed or not opened`,
    );
  }
  return resolved;
}

/** The most names and patterns in one expression. */
const maxParts = 1024;

/**
 * Splits an index expression at commas, except those inside date math. Throws illegal_argument_exception if it has too
 * many parts.
 */
export function splitExpression(expression: string): readonly string[] {
  const parts = [''];
  for (const [piece] of expression.matchAll(/<[^<>]*>|[^,<]+|./gs)) {
    if (piece === ',') parts.push('');
    else parts[parts.length - 1] += piece;
  }
  if (parts.length <= maxParts) return parts;
  return refuse(`an expression may have at most [${maxParts}] names, but has [${parts.length}]`);
}

function nameProblem(name: string): string | undefined {
  if (name === '') return 'must not be empty';
  if (/[\\/*?"<>| ,]/.test(name)) {
    return String.raw`must not contain the following characters ['\','/','*','?','"','<','>','|',' ',',']`;
  }
  if (hidden.test(name)) return 'must not contain control characters or marks of text direction';
  if (name.includes('#')) return "must not contain '#'";
  if (name.includes(':')) return "must not contain ':'";
  if (/^[_+-]/.test(name)) return "must not start with '_', '-', or '+'";
  if (name === '.' || name === '..') return "must not be '.' or '..'";
  const bytes = Buffer.byteLength(name);
  if (bytes > maxName_bytes) return `index name is too long, (${bytes} > ${maxName_bytes})`;
  return undefined;
}
