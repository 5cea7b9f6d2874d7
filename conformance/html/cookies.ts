import { now } from '../base/environment.ts';

/** The cookies that one visitor holds, all of one origin. */
export interface CookieJar {
  /** Takes what the header `Set-Cookie` of an answer says; several of them may be joined by commas. */
  take(header: string | undefined, path: string): void;
  /** The header `Cookie` for a request to this path; empty where there is none. */
  headerFor(path: string): string;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

/** A visitor holds no more, the newest. */
const maxCookies = 50;

/** Opens an empty jar. */
export function openCookieJar(): CookieJar {
  const held = new Map<string, Cookie>();
  return {
    take(header, path) {
      for (const line of (header ?? '').split(/,\s*(?=[^\s;,=]+=)/)) {
        const cookie = cookieIn(line, path);
        if (cookie === undefined) continue;
        held.delete(keyOf(cookie));
        if (!cookie.isOver) held.set(keyOf(cookie), cookie);
        const [oldest] = held.keys();
        if (held.size > maxCookies && oldest !== undefined) held.delete(oldest);
      }
    },
    headerFor(path) {
      const fitting = [...held.values()].filter((cookie) => covers(cookie.path, path));
      return fitting
        .toSorted((a, b) => b.path.length - a.path.length)
        .map(({ name, value }) => `${name}=${value}`)
        .join('; ');
    },
  };
}

/** A cookie as an answer from this path sets it; undefined where the line has no name and value. */
function cookieIn(line: string, path: string): (Cookie & { readonly isOver: boolean }) | undefined {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const [, name, value = ''] = /^([^=]+)=(.*)$/.exec(pair) ?? [];
  if (name === undefined) return undefined;
  const own = attributeOf(attributes, 'path') ?? '';
  return {
    name,
    value,
    path: own.startsWith('/') ? own : folderOf(path),
    isOver: isOver(attributes),
  };
}

function keyOf({ name, path }: Cookie): string {
  return `${name};${path}`;
}

function attributeOf(attributes: readonly string[], name: string): string | undefined {
  const start = `${name}=`;
  return attributes
    .findLast((attribute) => attribute.toLowerCase().startsWith(start))
    ?.slice(start.length);
}

function isOver(attributes: readonly string[]): boolean {
  const age = attributeOf(attributes, 'max-age');
  if (age !== undefined) return Number(age) <= 0;
  const end = attributeOf(attributes, 'expires');
  return end !== undefined && Date.parse(end) <= now();
}

/** What a cookie without a path is good for: everything beside the page that set it. */
function folderOf(path: string): string {
  const bare = path.split('?', 1)[0] ?? '';
  return bare.slice(0, Math.max(1, bare.lastIndexOf('/')));
}

function covers(folder: string, path: string): boolean {
  const bare = path.split('?', 1)[0] ?? '';
  if (!bare.startsWith(folder)) return false;
  return folder.endsWith('/') || bare.length === folder.length || bare[folder.length] === '/';
}
