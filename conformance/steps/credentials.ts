import { currentKey } from '../client/accounts.ts';
import { keyHeader } from '../client/intake-calls.ts';
import { credentialOf, inBase64 } from '../client/secrets.ts';
import { defineWordings } from './wordings.ts';

/** Returns the value of the `Authorization` header, or an empty string if the header is omitted. */
export type Credential = () => string;

defineWordings<Credential>('credential', [
  [/the API key/, (world) => () => `ApiKey ${credentialOf(currentKey(world))}`],
  [/the key "([^"]*)"/, (world, name) => () => keyHeader(world, name)],
  [/"([^"]*)" in base64/, (world, text) => () => `ApiKey ${inBase64(world.expand(text))}`],
  [/"([^"]*)" as it is/, (world, text) => () => `ApiKey ${world.expand(text)}`],
  [/the header "([^"]*)"/, (world, text) => () => world.expand(text)],
  [/no key/, () => () => ''],
]);
