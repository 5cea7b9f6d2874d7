import { globMatcher } from '../../base/wildcard.ts';
import { indexNotFound } from './names.ts';

/**
 * Takes the value of action.auto_create_index; throws index_not_found_exception if it does not allow an index of this
 * name.
 */
export function checkAutoCreate(name: string, setting: string): void {
  if (setting === 'true') return;
  for (const pattern of setting === 'false' ? [] : setting.split(',')) {
    if (!globMatcher(pattern.trim().replace(/^[+-]/, ''))(name)) continue;
    if (!pattern.trim().startsWith('-')) return;
    break;
  }
  throw indexNotFound(name, ` and [action.auto_create_index] is [${setting}]`);
}
