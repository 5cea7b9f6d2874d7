/** Ascending ranges of code points, both ends included. */
export type Ranges = readonly (readonly [first: number, last: number])[];

/** A set of texts; the factory returns the same object for equal languages. */
export interface Language {
  readonly id: number;
  /** True if it contains the empty text. */
  readonly takesEmpty: boolean;
  /** Returns the language of the rest after a first character. */
  readonly after: (point: number) => Language;
  /** Its parts if it is a union or an intersection. */
  readonly choice?: readonly Language[];
  readonly overlap?: readonly Language[];
}

/** A pattern needs more states than the limit allows. */
export class TooComplex extends Error {
  override readonly name = 'TooComplex';
}

const maxLanguages = 20_000;

/**
 * Builds languages. Texts are matched by Brzozowski derivatives: the rest of a language after a character is a language
 * again. Derivatives are cached, so that matching takes one step per character, also for complements.
 */
export class LanguageFactory {
  readonly #known = new Map<string, Language>();

  readonly nothing = this.#make('0', { takesEmpty: false, derive: () => this.nothing });
  readonly empty = this.#make('1', { takesEmpty: true, derive: () => this.nothing });
  readonly one = this.characters([[0, 0x10ffff]]);
  readonly all = this.many(this.one);

  /** One of these characters. */
  characters(ranges: Ranges): Language {
    if (ranges.length === 0) return this.nothing;
    return this.#make(`[${ranges.join(';')}]`, {
      takesEmpty: false,
      derive: (point) =>
        ranges.some(([first, last]) => point >= first && point <= last) ? this.empty : this.nothing,
    });
  }

  /** A text of the first language followed by one of the second. */
  concat(first: Language, second: Language): Language {
    if (first === this.nothing || second === this.nothing) return this.nothing;
    if (first === this.empty) return second;
    if (second === this.empty) return first;
    return this.#make(`.${first.id},${second.id}`, {
      takesEmpty: first.takesEmpty && second.takesEmpty,
      derive: (point) => {
        const rest = this.concat(first.after(point), second);
        return first.takesEmpty ? this.either([rest, second.after(point)]) : rest;
      },
    });
  }

  /** A text of at least one of the languages. */
  either(parts: readonly Language[]): Language {
    const flat = parts.flatMap((part) => part.choice ?? [part]);
    const own = distinct(flat.filter((part) => part !== this.nothing));
    if (own.includes(this.all)) return this.all;
    const [only] = own;
    if (only === undefined) return this.nothing;
    if (own.length === 1) return only;
    return this.#make(`|${own.map(({ id }) => id).join()}`, {
      takesEmpty: own.some(({ takesEmpty }) => takesEmpty),
      choice: own,
      derive: (point) => this.either(own.map((part) => part.after(point))),
    });
  }

  /** A text of all the languages. */
  both(parts: readonly Language[]): Language {
    const flat = parts.flatMap((part) => part.overlap ?? [part]);
    const own = distinct(flat.filter((part) => part !== this.all));
    if (own.includes(this.nothing)) return this.nothing;
    const [only] = own;
    if (only === undefined) return this.all;
    if (own.length === 1) return only;
    return this.#make(`&${own.map(({ id }) => id).join()}`, {
      takesEmpty: own.every(({ takesEmpty }) => takesEmpty),
      overlap: own,
      derive: (point) => this.both(own.map((part) => part.after(point))),
    });
  }

  /** A text that is not in the language. */
  not(part: Language): Language {
    if (part === this.nothing) return this.all;
    if (part === this.all) return this.nothing;
    return this.#make(`~${part.id}`, {
      takesEmpty: !part.takesEmpty,
      derive: (point) => this.not(part.after(point)),
    });
  }

  /** Any number of texts of the language in sequence. */
  many(part: Language): Language {
    if (part === this.nothing || part === this.empty) return this.empty;
    const key = `*${part.id}`;
    return this.#make(key, {
      takesEmpty: true,
      derive: (point) => this.concat(part.after(point), this.many(part)),
    });
  }

  #make(
    key: string,
    {
      derive,
      ...made
    }: Omit<Language, 'id' | 'after'> & {
      readonly derive: (point: number) => Language;
    },
  ): Language {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= maxLanguages) throw new TooComplex('too many states');
    const next = new Map<number, Language>();
    const language: Language = {
      id: this.#known.size,
      ...made,
      after(point) {
        let rest = next.get(point);
        if (rest === undefined) {
          rest = derive(point);
          if (next.size < maxCharacters) next.set(point, rest);
        }
        return rest;
      },
    };
    this.#known.set(key, language);
    return language;
  }
}

/** Maximum number of cached derivatives of a language. */
const maxCharacters = 512;

function distinct(parts: readonly Language[]): readonly Language[] {
  return [...new Set(parts)].sort((a, b) => a.id - b.id);
}
