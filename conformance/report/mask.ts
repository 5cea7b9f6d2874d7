import { defined } from '../base/errors.ts';
import { formsOf } from './secret-forms.ts';

/** Replaces a secret. */
export const masked = '***';

/** Shorter secrets would match too much of a report; they are masked in headers only. */
const minSecretLength = 4;

/** A cut text may end in a secret: from this many characters on, its beginning is masked too. */
const minPrefixLength = 8;

/** Of a text, so much is compared with forms to find the most similar ones. */
const maxFormLength = 4096;

/** A longer secret is looked for in parts: a text that repeats itself is compared with all of it at every character. */
const partLength = 512;

/** No header carries a longer secret: what follows is not looked for. */
export const maxSecretLength = 16_384;

/** Limit on learned secrets; beyond it, the older half is dropped. */
const maxLearned = 2_000;

const secretHeaders = /authorization|cookie|token|secret|api-?key|password/i;
const secretNames = ['api_key', 'encoded', 'credential', 'password', 'secret', 'access_token'];
/** A string may end with the text: a body is cut before it is masked. */
const secretMembers = new RegExp(
  `("(?:${secretNames.join('|')})"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*(?:"|\\\\?$)|-?\\d[\\d.eE+-]*)`,
  'g',
);

/**
 * Masks secrets in texts, bodies, headers and values. The encoded forms of a secret are computed once, before the next text
 * is masked; a text is then scanned once, however many secrets there are.
 */
export class Masker {
  readonly #given: Set<string>;
  #learned = new Set<string>();
  #forms = new FormIndex();

  /** `secrets` are known from the start and never dropped. */
  constructor(secrets: readonly string[]) {
    this.#given = new Set(secrets);
    this.#forms.add(secrets);
  }

  /** Adds secrets that are never dropped. */
  keep(secrets: readonly string[]): void {
    for (const secret of secrets) this.#given.add(secret);
    this.#forms.add(secrets);
  }

  /** Adds secrets; if there are too many, the oldest are dropped. */
  learn(secrets: readonly string[]): void {
    const fresh = secrets.filter((secret) => !this.#learned.has(secret));
    if (fresh.length === 0) return;
    for (const secret of fresh) this.#learned.add(secret);
    if (this.#learned.size <= maxLearned) return this.#forms.add(fresh);
    this.#learned = new Set([...this.#learned].slice(-maxLearned / 2));
    this.#forms = new FormIndex();
    this.#forms.add([...this.#given, ...this.#learned]);
  }

  /**
   * The text with every secret masked, in all forms of `secret-forms.ts`, and also if only its beginning is left at the
   * end of a cut text.
   */
  text(text: string): string {
    return this.#forms.replaceIn(text);
  }

  /** Masks a body; also the values of members whose names stand for secrets. */
  body(text: string): string {
    return this.text(text.replace(secretMembers, `$1"${masked}"`));
  }

  /** Masks a JSON value; its structure is kept. */
  value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((entry: unknown) => this.value(entry));
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]: [string, unknown]) => {
        const hides = secretNames.includes(name) && ['string', 'number'].includes(typeof entry);
        return [this.text(name), hides ? masked : this.value(entry)];
      }),
    );
  }

  /** Masks headers: all values of headers whose names stand for secrets, and secrets in the others. */
  headers(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        secretHeaders.test(name) ? masked : this.text(value),
      ]),
    );
  }
}

/** The forms of secrets by their first characters; replaces them in one scan over a text. */
class FormIndex {
  /** By the hash of four characters: 1 if a form begins with characters of that hash. */
  readonly #begins = new Uint8Array(0x10000);
  /** The forms with the same four characters at their beginning, sorted. */
  readonly #byStart = new Map<string, string[]>();
  /** Secrets whose forms are not computed yet: most runs mask few texts. */
  #waiting: string[] = [];

  add(secrets: readonly string[]): void {
    const parts = secrets.flatMap(partsOf);
    this.#waiting.push(...parts.filter(({ length }) => length >= minSecretLength));
  }

  replaceIn(text: string): string {
    for (const secret of this.#waiting) for (const form of formsOf(secret)) this.#addForm(form);
    this.#waiting = [];
    const pieces: string[] = [];
    let [hash, kept, start, end] = [0, 0, 0, 0];
    for (let last = 0; last < text.length; last += 1) {
      hash = nextHash(hash, text.charCodeAt(last));
      const at = last - minSecretLength + 1;
      if (this.#begins[hash] === 0 || at < 0) continue;
      const until = at + this.#matchLength(text, at);
      // Overlapping matches are masked as one, so that no rest of either stays visible.
      if (until > at && at >= end) {
        pieces.push(text.slice(kept, start), end > start ? masked : '');
        [kept, start] = [end, at];
      }
      if (until > at) end = Math.max(end, until);
    }
    return end === 0
      ? text
      : [...pieces, text.slice(kept, start), masked, text.slice(end)].join('');
  }

  #addForm(form: string): void {
    const key = form.slice(0, minSecretLength);
    const known = this.#byStart.get(key) ?? [];
    const place = placeIn(known, form);
    if (known[place] === form) return;
    known.splice(place, 0, form);
    this.#byStart.set(key, known);
    let hash = 0;
    for (let at = 0; at < minSecretLength; at += 1) {
      hash = nextHash(hash, key.charCodeAt(at));
    }
    this.#begins[hash] = 1;
  }

  /** The length of the longest match of a form, or of the beginning of one, at a position; 0 if there is none. */
  #matchLength(text: string, at: number): number {
    const forms = this.#byStart.get(text.slice(at, at + minSecretLength)) ?? [];
    return Math.max(longestBeginning(forms, text, at), longestShort(forms, text, at));
  }
}

function partsOf(secret: string): readonly string[] {
  const count = Math.ceil(Math.min(secret.length, maxSecretLength) / partLength);
  return Array.from({ length: count }, (_, at) =>
    secret.slice(at * partLength, (at + 1) * partLength),
  );
}

/** Where a text stands among sorted ones: the first place whose text is not smaller. */
function placeIn(sorted: readonly string[], text: string): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (defined(sorted[middle], 'sorted text') < text) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * The length of the longest beginning of a form at a position, if it is long enough to be one of a secret. Of sorted forms,
 * the neighbours of a text have most in common with it: many secrets of a run begin alike.
 */
function longestBeginning(forms: readonly string[], text: string, at: number): number {
  const place = placeIn(forms, text.slice(at, at + maxFormLength));
  const length = Math.max(
    ...[place - 1, place].map((one) => commonLength(forms[one] ?? '', text, at)),
  );
  return length < minPrefixLength ? 0 : withoutEscape(text, at, length);
}

/** The length of the longest form at a position that is shorter than a beginning has to be. */
function longestShort(forms: readonly string[], text: string, at: number): number {
  for (let length = minPrefixLength - 1; length >= minSecretLength; length -= 1) {
    const form = text.slice(at, at + length);
    if (forms[placeIn(forms, form)] === form) return withoutEscape(text, at, length);
  }
  return 0;
}

function commonLength(form: string, text: string, at: number): number {
  let length = 0;
  while (length < form.length && text[at + length] === form[length]) length += 1;
  return length;
}

/** A backslash at the end may belong to the next character, which would lose its escape. */
function withoutEscape(text: string, at: number, length: number): number {
  let left = length;
  while (left > 0 && text[at + left - 1] === '\\') left -= 1;
  return left;
}

/** Rolling hash of 16 bits: each character shifts out four, so that only the last four characters count. */
function nextHash(hash: number, character: number): number {
  return ((hash << 4) ^ character) & 0xffff;
}
