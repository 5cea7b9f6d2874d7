import { refuse } from '../base/service-error.ts';
import { resolveDateMath } from '../store/catalog/names.ts';

const minWidth = 6;
const maxDigits = 15;

/**
 * Takes the name that an index was created with, date math included; returns the name for the next index, whose number
 * at the end is one higher, with at least six digits. Throws illegal_argument_exception if the name has no number at
 * the end.
 *
 * rollover.alias-details.
 */
export function nextName(provided: string, now_ms: number): string {
  const resolved = resolveDateMath(provided, now_ms);
  const digits = /-(\d+)>?$/.exec(provided)?.[1];
  if (!/^.*-\d+$/.test(resolved) || digits === undefined) {
    return refuse(`index name [${provided}] does not match pattern '^.*-\\d+$'`);
  }
  if (digits.length > maxDigits) {
    return refuse(
      `the number at the end of the index name [${provided}] is too long to be incremented`,
    );
  }
  const isMath = resolved !== provided;
  const stem = provided.slice(0, provided.lastIndexOf('-') + 1);
  const number = String(Number(digits) + 1).padStart(minWidth, '0');
  return `${stem}${number}${isMath ? '>' : ''}`;
}
