import type { PatternSource } from './pattern';

/** Syntax tree of a pattern. Captures are omitted, because they do not affect whether a string matches. */
export type PatternNode =
  | { readonly type: 'char'; readonly codePoint: number }
  /** Any character of a set, in the syntax of `RegExp` with the flag `u`: `\d`, `[^a-z]`. */
  | { readonly type: 'set'; readonly source: string }
  | { readonly type: 'assertion'; readonly source: '^' | '$' | '\\b' | '\\B' }
  | { readonly type: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly type: 'alternation'; readonly alternatives: readonly PatternNode[] }
  | { readonly type: 'repeat'; readonly body: PatternNode; readonly min: number; readonly max: number }
  | { readonly type: 'lookaround'; readonly body: PatternNode }
  | { readonly type: 'backreference' };

/**
 * Parses a pattern that `new RegExp` accepts.
 * Returns `null` for unknown syntax or too deep nesting.
 */
export function parsePattern({ source, flags }: PatternSource): PatternNode | null {
  const parser = new PatternParser(source, flags.includes('u'), flags.includes('s'));
  return parser.parse();
}

const CHAR_ESCAPES: Readonly<Record<string, number | undefined>> = { n: 10, r: 13, t: 9, v: 11, f: 12, '0': 0 };
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;
const CLASS = /\[(?:[^\\\]]|\\.)*\]/suy;
const GROUP_START = /\((?:\?(?::|<(?![=!])[^>]*>))?(?!\?)/y;
const LOOKAROUND_START = /\(\?<?[=!]/y;
const HEX_ESCAPE = /\\(?:u\{([\dA-Fa-f]+)\}|u([\dA-Fa-f]{4})|x([\dA-Fa-f]{2}))/y;
const LOW_SURROGATE = /\\u([Dd][C-Fc-f][\dA-Fa-f]{2})/y;
const SET_ESCAPE = /\\[dDwWsS]/y;
const PROPERTY = /\\[pP]\{[^}]*\}/y;
const BACKREFERENCE = /\\(?:[1-9]|k)/y;
const CONTROL = /\\c([A-Za-z])/y;

/** Limit of the depth of the tree, whose visitors recurse once per level. */
const MAX_DEPTH = 200;

class UnknownSyntax extends Error {}

class PatternParser {
  #offset = 0;
  #depth = 0;

  constructor(
    readonly source: string,
    readonly isUnicode: boolean,
    readonly isDotAll: boolean,
  ) {}

  parse(): PatternNode | null {
    try {
      const node = this.#alternation();
      return this.#offset === this.source.length ? node : null;
    } catch (error) {
      if (error instanceof UnknownSyntax) return null;
      throw error;
    }
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#offset;
    const match = pattern.exec(this.source);
    if (match) this.#offset += match[0].length;
    return match;
  }

  #alternation(): PatternNode {
    const alternatives = [this.#sequence()];
    while (this.source[this.#offset] === '|') {
      this.#offset += 1;
      alternatives.push(this.#sequence());
    }
    const [only] = alternatives;
    return only && alternatives.length === 1 ? only : { type: 'alternation', alternatives };
  }

  #sequence(): PatternNode {
    const items: PatternNode[] = [];
    while (this.#offset < this.source.length && !'|)'.includes(this.source.charAt(this.#offset))) {
      items.push(this.#quantified(this.#atom()));
    }
    return { type: 'sequence', items };
  }

  #quantified(body: PatternNode): PatternNode {
    const match = this.#take(QUANTIFIER);
    if (!match) return body;
    const [, quantifier, minDigits, comma, maxDigits] = match;
    if (quantifier !== undefined) {
      const max = quantifier === '?' ? 1 : Number.POSITIVE_INFINITY;
      return { type: 'repeat', body, min: quantifier === '+' ? 1 : 0, max };
    }
    const min = Number(minDigits);
    if (comma === undefined) return { type: 'repeat', body, min, max: min };
    return { type: 'repeat', body, min, max: maxDigits ? Number(maxDigits) : Number.POSITIVE_INFINITY };
  }

  #atom(): PatternNode {
    const character = this.source.charAt(this.#offset);
    if (character === '(') return this.#group();
    if (character === '\\') return this.#escape();
    const set = character === '[' ? this.#take(CLASS)?.[0] : undefined;
    if (set !== undefined) return { type: 'set', source: set };
    const codePoint = this.source.codePointAt(this.#offset) ?? 0;
    this.#offset += codePoint > 0xffff ? 2 : 1;
    if (character === '^' || character === '$') return { type: 'assertion', source: character };
    if (character === '.') return { type: 'set', source: this.isDotAll ? String.raw`[\s\S]` : '.' };
    return { type: 'char', codePoint };
  }

  #group(): PatternNode {
    const isLookaround = this.#take(LOOKAROUND_START) !== null;
    if (!isLookaround && !this.#take(GROUP_START)) throw new UnknownSyntax();
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new UnknownSyntax();
    const body = this.#alternation();
    this.#depth -= 1;
    this.#offset += 1;
    return isLookaround ? { type: 'lookaround', body } : body;
  }

  #escape(): PatternNode {
    const set = this.#take(SET_ESCAPE) ?? (this.isUnicode ? this.#take(PROPERTY) : null);
    if (set) return { type: 'set', source: set[0] };
    if (this.#take(BACKREFERENCE)) return { type: 'backreference' };
    const control = this.#take(CONTROL);
    if (control?.[1]) return { type: 'char', codePoint: control[1].charCodeAt(0) % 32 };
    const codePoint = this.#hexEscape();
    if (codePoint !== null) return { type: 'char', codePoint };
    const escaped = this.source.codePointAt(this.#offset + 1) ?? 0;
    const character = String.fromCodePoint(escaped);
    this.#offset += 1 + character.length;
    if (character === 'b' || character === 'B') return { type: 'assertion', source: `\\${character}` };
    // Without the flag `u`, these are an octal escape, and a backslash before a `c`.
    if (character === '0' && /\d/.test(this.source.charAt(this.#offset))) throw new UnknownSyntax();
    if (character === 'c') throw new UnknownSyntax();
    return { type: 'char', codePoint: CHAR_ESCAPES[character] ?? escaped };
  }

  #hexEscape(): number | null {
    const start = this.#offset;
    const match = this.#take(HEX_ESCAPE);
    if (!match) return null;
    const [, braced, unit, byte] = match;
    if (braced !== undefined && !this.isUnicode) {
      this.#offset = start;
      return null;
    }
    const code = Number.parseInt(braced ?? unit ?? byte ?? '', 16);
    const isHigh = this.isUnicode && unit !== undefined && code >= 0xd800 && code < 0xdc00;
    const low = isHigh ? this.#take(LOW_SURROGATE)?.[1] : undefined;
    return low === undefined ? code : (String.fromCharCode(code, Number.parseInt(low, 16)).codePointAt(0) ?? code);
  }
}
