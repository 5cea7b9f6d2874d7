import { Incomplete } from '../base/errors.ts';
import type { ManagementUi, Profile } from './profile.ts';

/** Why the pages cannot be judged of a UI that a profile claims. */
export const unknownUi =
  'the profile claims management_ui and does not say where it is: it needs management_ui with agent_keys, application and space';

/** The management UI of a profile. Throws Incomplete where it names none. */
export function managementUiOf({ management_ui }: Profile): ManagementUi {
  if (management_ui === undefined) throw new Incomplete(unknownUi);
  return management_ui;
}
