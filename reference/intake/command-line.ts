import { visible } from '../base/visible.ts';

/** The variable with the value of `Authorization` for the requests to the search service. */
export const authorizationVariable = 'INTAKE_SERVER_SERVICE_AUTHORIZATION';

/** The variable with the credentials that `apikey verify` checks. */
export const credentialsVariable = 'INTAKE_SERVER_CREDENTIALS';

/** Exit codes. `failed`: the server cannot start, or the key is not valid. */
export const exit = { done: 0, failed: 1, usage: 2, unreachable: 3 } as const;

/** Says why the command failed, and sets its exit code. */
export function fail(reason: string, code: number): void {
  process.stderr.write(`intake-server: ${visible(reason)}\n`);
  process.exitCode = code;
}
