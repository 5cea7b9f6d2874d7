import { Incomplete } from '../base/errors.ts';
import type { ManagementUi, Profile } from './profile.ts';

/** The message for a profile that claims the management UI without its location. */
export const missingUiMessage =
  'the profile claims management_ui but does not locate it: add management_ui with agent_keys, application and space';

/** The management UI of a profile. Throws Incomplete if the profile does not locate one. */
export function managementUiOf({ management_ui }: Profile): ManagementUi {
  if (management_ui === undefined) throw new Incomplete(missingUiMessage);
  return management_ui;
}
