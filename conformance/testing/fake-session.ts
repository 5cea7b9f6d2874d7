import type { WireRequest } from '../base/exchange.ts';
import { openSession } from '../client/session.ts';
import { openIntakeCommand } from '../driver/intake-command.ts';
import { defaultProfile } from '../driver/load-profile.ts';
import type { Profile } from '../driver/profile.ts';
import { noSchemaCheck, type SchemaCheck } from '../driver/exchange.ts';

/** What a fake server answers; a text is sent as text/plain. */
export interface FakeAnswer {
  readonly status: number;
  readonly body: unknown;
  /** The media type; by default that of JSON, or of plain text for a text. */
  readonly type?: string;
}

/** Members of a profile that differ from those of the default one. */
interface ProfilePart extends Partial<Omit<Profile, 'options'>> {
  readonly options?: Partial<Profile['options']>;
}

/** Opens a session whose client answers with `answer`, for the profile of a server that claims nothing optional. */
export function openSessionWith(
  answer: (request: WireRequest) => FakeAnswer,
  check: SchemaCheck = noSchemaCheck,
  { options, ...profile }: ProfilePart = {},
): void {
  let number = 0;
  const nothing = (): void => undefined;
  const target = {
    base_url: 'http://fake',
    headers: {},
    tls: { insecure: false },
    timeout_ms: 1000,
    secrets: [],
  };
  openSession({
    target,
    intakeCommand: openIntakeCommand(target, () => false),
    client: {
      send: (request) => {
        const { status, body, type } = answer(request);
        const isText = typeof body === 'string';
        const text = isText ? body : JSON.stringify(body);
        const headers = { 'content-type': type ?? (isText ? 'text/plain' : 'application/json') };
        const bytes = new TextEncoder().encode(text);
        return Promise.resolve({ status, headers, body: bytes, duration_ms: 1 });
      },
      close: nothing,
    },
    profile: {
      ...defaultProfile,
      ...profile,
      options: { ...defaultProfile.options, ...options },
    },
    check,
    prefix: 'ck-test',
    nextNumber: () => (number += 1),
    isStopping: () => false,
    announceCleanup: nothing,
    announceSecret: nothing,
    recordScenario: nothing,
  });
}
