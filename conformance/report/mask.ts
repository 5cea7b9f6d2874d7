/** What stands where a secret stood. */
export const masked = '***';

/** Shorter texts would blot out half of a report; they are masked in headers only. */
const shortestSecret = 4;

/** A report that was cut may show fewer than this many characters of the beginning of a secret. */
const tellingStart = 8;

/** A masker that has learned more secrets than this forgets the older half. */
const maxLearned = 2_000;

const secretHeaders = /authorization|cookie|token|secret|api-?key|password/i;
const secretNames = ['api_key', 'encoded', 'credential', 'password', 'secret', 'access_token'];
const secretMembers = new RegExp(
  `("(?:${secretNames.join('|')})"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*"|-?\\d[\\d.eE+-]*)`,
  'g',
);

/**
 * Hides secrets in texts, bodies, headers and values. The written forms of a secret are computed once, when it becomes
 * known; a text is then scanned once, however many secrets there are.
 */
export class Masker {
  readonly #given: readonly string[];
  #learned: ReadonlySet<string> = new Set();
  #forms = new FormIndex();

  /** `secrets`: those that are known from the start, and never forgotten. */
  constructor(secrets: readonly string[]) {
    this.#given = secrets;
    this.#forms.add(secrets);
  }

  /** Takes in secrets that became known later; of a great many the oldest are forgotten. */
  learn(secrets: readonly string[]): void {
    const fresh = secrets.filter((secret) => !this.#learned.has(secret));
    if (fresh.length === 0) return;
    this.#learned = new Set([...this.#learned, ...fresh]);
    if (this.#learned.size <= maxLearned) return this.#forms.add(fresh);
    this.#learned = new Set([...this.#learned].slice(-maxLearned / 2));
    this.#forms = new FormIndex();
    this.#forms.add([...this.#given, ...this.#learned]);
  }

  /**
   * The text with every secret replaced, also where it stands as in a path, in JSON or in base64, and where only its
   * beginning is left because the text was cut.
   */
  text(text: string): string {
    return this.#forms.replaceIn(text);
  }

  /** The same for a body; the values of members that hold secrets by their name are replaced too. */
  body(text: string): string {
    return this.text(text.replace(secretMembers, `$1"${masked}"`));
  }

  /** The same for a value of JSON, which keeps its shape. */
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

  /** Replaces the values of headers that hold secrets by their name, and secrets in all others. */
  headers(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        secretHeaders.test(name) ? masked : this.text(value),
      ]),
    );
  }
}

/** The forms of secrets by their first characters, for one scan over a text. */
class FormIndex {
  /** By the hash of the last four characters of a place: whether any form begins with such four. */
  readonly #begins = new Uint8Array(0x10000);
  readonly #byStart = new Map<string, string[]>();

  add(secrets: readonly string[]): void {
    for (const secret of secrets) {
      if (secret.length < shortestSecret) continue;
      for (const form of new Set(formsOf(secret))) this.#addForm(form);
    }
  }

  replaceIn(text: string): string {
    const pieces: string[] = [];
    let [hash, kept, start, end] = [0, 0, 0, 0];
    for (let last = 0; last < text.length; last += 1) {
      hash = nextHash(hash, text.charCodeAt(last));
      const at = last - shortestSecret + 1;
      if (this.#begins[hash] === 0 || at < 0) continue;
      const until = at + this.#matchLength(text, at);
      // Stretches that overlap are hidden as one: neither may leave the rest of the other.
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
    const key = form.slice(0, shortestSecret);
    const known = this.#byStart.get(key) ?? [];
    if (known.includes(form)) return;
    this.#byStart.set(key, [...known, form]);
    let hash = 0;
    for (let at = 0; at < shortestSecret; at += 1) {
      hash = nextHash(hash, key.charCodeAt(at));
    }
    this.#begins[hash] = 1;
  }

  /** How many characters from a place on are those of a form, as far as the form and the text agree; 0 for too few. */
  #matchLength(text: string, at: number): number {
    const forms = this.#byStart.get(text.slice(at, at + shortestSecret)) ?? [];
    return Math.max(0, ...forms.map((form) => agreement(text, at, form)));
  }
}

/** Rolls on by a character: of the sixteen bits each character shifts out four, so that only the last four count. */
function nextHash(hash: number, character: number): number {
  return ((hash << 4) ^ character) & 0xffff;
}

function agreement(text: string, at: number, form: string): number {
  let length = 0;
  while (length < form.length && text[at + length] === form[length]) length += 1;
  return length >= Math.min(form.length, tellingStart) ? length : 0;
}

/** A secret as it may be written. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  return [
    secret,
    // Through its bytes: half a surrogate pair has no form in a URL.
    encodeURIComponent(bytes.toString('utf8')),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('latin1'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
  ];
}
