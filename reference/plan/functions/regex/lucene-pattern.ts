import { defined } from '../../../base/assert.ts';
import { refuse } from '../../../base/service-error.ts';
import type { Language, Ranges } from './language.ts';
import { LanguageFactory, TooComplex } from './language.ts';
import { readClass, shorthand } from './character-class.ts';

const maxCharacters = 10_000;
const maxDepth = 200;
const maxRepeats = 1000;

/**
 * Takes a pattern of RLIKE (Lucene's syntax: `. ? + * {n,m} | & ~ ( ) [ ] " " < > # @` and the backslash); returns a
 * test of whole texts that takes one step per character. Throws illegal_argument_exception if the pattern is invalid or
 * needs too many states.
 */
export function luceneTest(pattern: string): (text: string) => boolean {
  if (pattern.length > maxCharacters) {
    return refuse(`Pattern of ${pattern.length} characters is longer than ${maxCharacters}`);
  }
  const read = (): CompiledPattern => new LucenePattern(pattern).read();
  let compiled = guard(pattern, read);
  return (text) => {
    try {
      return matches(compiled, text);
    } catch (error) {
      if (!(error instanceof TooComplex)) throw error;
      // The cache is full: build it anew from the pattern. A single text may fill it again.
      compiled = read();
      return guard(pattern, () => matches(compiled, text));
    }
  };
}

interface CompiledPattern {
  readonly language: Language;
  readonly nothing: Language;
}

function matches(compiled: CompiledPattern, text: string): boolean {
  let { language } = compiled;
  for (const character of text) {
    language = language.after(defined(character.codePointAt(0), 'code point'));
    if (language === compiled.nothing) return false;
  }
  return language.takesEmpty;
}

function guard<T>(pattern: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const isDeep = error instanceof TooComplex || error instanceof RangeError;
    return isDeep ? refuse(`Pattern [${pattern}] is too complex to be matched`) : raise(error);
  }
}

function raise(error: unknown): never {
  throw error;
}

/** Parser of one pattern. */
class LucenePattern {
  readonly #characters: readonly string[];
  readonly #text: string;
  readonly #make = new LanguageFactory();
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#characters = Array.from(text);
  }

  read(): CompiledPattern {
    const language = this.#characters.length === 0 ? this.#make.empty : this.#union();
    if (this.#at < this.#characters.length) this.#fail(`unexpected [${this.#next}]`);
    return { language, nothing: this.#make.nothing };
  }

  get #next(): string {
    return this.#characters[this.#at] ?? '';
  }

  #take(character: string): boolean {
    if (this.#at >= this.#characters.length || this.#next !== character) return false;
    this.#at++;
    return true;
  }

  #fail(reason: string): never {
    return refuse(`Invalid pattern [${this.#text}]: ${reason} at position ${this.#at}`);
  }

  #union(): Language {
    if (++this.#depth > maxDepth) this.#fail('nested too deep');
    const parts = [this.#intersection()];
    while (this.#take('|')) parts.push(this.#intersection());
    this.#depth--;
    return this.#make.either(parts);
  }

  #intersection(): Language {
    const parts = [this.#sequence()];
    while (this.#take('&')) parts.push(this.#sequence());
    return this.#make.both(parts);
  }

  #sequence(): Language {
    const parts: Language[] = [];
    while (this.#at < this.#characters.length && !')|&'.includes(this.#next)) {
      parts.push(this.#repeat());
    }
    return parts.reduceRight((rest, part) => this.#make.concat(part, rest), this.#make.empty);
  }

  #repeat(): Language {
    let part = this.#complement();
    for (;;) {
      if (this.#take('?')) part = this.#make.either([this.#make.empty, part]);
      else if (this.#take('*')) part = this.#make.many(part);
      else if (this.#take('+')) part = this.#make.concat(part, this.#make.many(part));
      else if (this.#take('{')) part = this.#counted(part);
      else return part;
    }
  }

  #counted(part: Language): Language {
    const least = this.#number();
    const most = this.#take(',') ? (this.#next === '}' ? undefined : this.#number()) : least;
    if (!this.#take('}')) this.#fail('expected [}]');
    if (most !== undefined && most < least) this.#fail('reversed numbers of repeats');
    let rest = most === undefined ? this.#make.many(part) : this.#make.empty;
    for (let count = least; count < (most ?? least); count++) {
      rest = this.#make.either([this.#make.empty, this.#make.concat(part, rest)]);
    }
    for (let count = 0; count < least; count++) rest = this.#make.concat(part, rest);
    return rest;
  }

  #number(): number {
    const digits = /^\d+/.exec(this.#characters.slice(this.#at, this.#at + 10).join(''))?.[0];
    if (digits === undefined) return this.#fail('expected a number');
    this.#at += digits.length;
    const number = Number(digits);
    return number > maxRepeats ? this.#fail(`more than ${maxRepeats} repeats`) : number;
  }

  #complement(): Language {
    let negations = 0;
    while (this.#take('~')) negations++;
    const part = this.#simple();
    return negations % 2 === 1 ? this.#make.not(part) : part;
  }

  #simple(): Language {
    const character = this.#next;
    this.#at++;
    switch (character) {
      case '':
        return this.#fail('unexpected end');
      case '.':
        return this.#make.one;
      case '#':
        return this.#make.nothing;
      case '@':
        return this.#make.all;
      case '(':
        return this.#group();
      case '[':
        return this.#class();
      case '"':
        return this.#quoted();
      case '<':
        return this.#interval();
      case '\\':
        return this.#escaped();
      default:
        return this.#literal(character);
    }
  }

  #group(): Language {
    if (this.#take(')')) return this.#make.empty;
    const inside = this.#union();
    if (!this.#take(')')) this.#fail('expected [)]');
    return inside;
  }

  #class(): Language {
    const { ranges, end } = readClass(this.#characters, this.#at) ?? this.#fail('open [[]');
    this.#at = end;
    return this.#make.characters(ranges);
  }

  #quoted(): Language {
    const end = this.#characters.indexOf('"', this.#at);
    if (end === -1) return this.#fail('expected ["]');
    const inside = this.#characters.slice(this.#at, end);
    this.#at = end + 1;
    return this.#word(inside);
  }

  /** Parses `<n-m>`, the whole numbers from n to m, and lists them all; the interval is limited in size. */
  #interval(): Language {
    const inside = this.#characters.slice(this.#at, this.#at + 40).join('');
    const match = /^(\d{1,15})-(\d{1,15})>/.exec(inside);
    if (match === null) return this.#fail('expected an interval of numbers');
    this.#at += match[0].length;
    const [, low = '', high = ''] = match;
    const first = Math.min(Number(low), Number(high));
    const last = Math.max(Number(low), Number(high));
    if (last - first > 10_000) return this.#fail('an interval of more than 10000 numbers');
    const width = low.length === high.length ? low.length : 0;
    const numbers = Array.from({ length: last - first + 1 }, (_, at) =>
      this.#word(Array.from(String(first + at).padStart(width, '0'))),
    );
    const zeros = width === 0 ? this.#make.many(this.#literal('0')) : this.#make.empty;
    return this.#make.concat(zeros, this.#make.either(numbers));
  }

  #escaped(): Language {
    const character = this.#next;
    if (character === '') return this.#literal('\\');
    this.#at++;
    const ranges: Ranges | undefined = shorthand(character);
    return ranges === undefined ? this.#literal(character) : this.#make.characters(ranges);
  }

  #literal(character: string): Language {
    const point = defined(character.codePointAt(0), 'code point');
    return this.#make.characters([[point, point]]);
  }

  #word(characters: readonly string[]): Language {
    return characters.reduceRight(
      (rest, character) => this.#make.concat(this.#literal(character), rest),
      this.#make.empty,
    );
  }
}
