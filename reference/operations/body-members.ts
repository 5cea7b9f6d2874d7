import { isJsonObject, locationOfValue } from '../base/json.ts';
import { ifOutside } from '../base/outside.ts';
import { ServiceError } from '../base/service-error.ts';
import type { BodyPart } from '../search/body.ts';
import { contentError, token } from '../search/body.ts';
import type { RequestBody } from './operation.ts';

/** A member of the body of a query: its value, and its name and that of the call, which errors show. */
export interface Member extends BodyPart {
  readonly name: string;
  readonly endpoint: string;
}

/** For each member of a body, a function that returns the parts of the request that it gives. */
export type MemberReaders<T> = Readonly<Record<string, (member: Member) => Partial<T>>>;

/** The members of a body, and the request if it has none. */
export interface BodyForm<T> {
  readonly endpoint: string;
  readonly readers: MemberReaders<T>;
  readonly defaults: T;
}

/** Reads a body. Throws a ServiceError with the position of an unknown member or one of the wrong type. */
export function readMembers<T extends object>(
  body: RequestBody | undefined,
  { endpoint, readers, defaults }: BodyForm<T>,
): T {
  const value = body?.json() ?? {};
  const root: Member = { value, text: body?.text() ?? '', path: [], name: '', endpoint };
  if (!isJsonObject(value)) throw problem(root, `Expected START_OBJECT but was: ${token(value)}`);
  let request = defaults;
  for (const [name, sent] of Object.entries(value)) {
    const member = { ...root, value: sent, path: [name], name };
    const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
    if (read === undefined)
      throw problem(member, `unknown field [${name}]${ifOutside('member', name)}`);
    request = { ...request, ...read(member) };
  }
  return request;
}

/** Returns the string of a member; throws a ServiceError for any other value. */
export function stringOf(member: Member): string {
  return typeof member.value === 'string' ? member.value : wrongType(member);
}

/** Throws the error for a value of the wrong JSON type. */
export function wrongType(member: Member): never {
  const { name, endpoint, value } = member;
  throw new ServiceError(
    'x_content_parse_exception',
    `[${placeOf(member)}] [${endpoint}] ${name} doesn't support values of type: ${token(value)}`,
  );
}

/** Returns an error at a member. */
export function problem(member: Member, reason: string): ServiceError {
  return contentError(member, `[${member.endpoint}] ${reason}`);
}

/** Reads a value; wraps a ServiceError in one that names the member and its location. */
export function wrapped<T>(member: Member, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.type === 'x_content_parse_exception') throw error;
    throw new ServiceError(
      'x_content_parse_exception',
      `[${placeOf(member)}] [${member.endpoint}] failed to parse field [${member.name}]`,
      { cause: { type: error.type, reason: error.reason } },
    );
  }
}

function placeOf({ text, path }: Member): string {
  return locationOfValue(text, path);
}
