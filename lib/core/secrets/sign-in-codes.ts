import type { SecretSpan } from './secret-shapes';

/** A parameter of a URL or form, with the character before its name and the offset of its value. */
interface Parameter {
  readonly name: string;
  readonly delimiter: string;
  readonly from: number;
}

export interface SignInSearch {
  readonly visit: (parameter: Parameter) => void;
  /** Call once, after the last parameter. */
  readonly end: () => readonly SecretSpan[];
}

const QUERY = /[^\s"'<>]*/y;
const CODE = /[^\s"'<>\\&#?;]*/y;
/** Parameters that only a sign-in redirect has (OpenID Connect Session Management, RFC 9207). */
const SIGN_IN_ONLY = /^(?:session_state|iss)$/i;
/**
 * Parameters of a sign-in redirect that have other uses, too.
 * For example, `state` may be a state of India or of a document.
 */
const SIGN_IN = /^(?:state|scope|authuser|prompt)$/i;
const MIN_CODE_CHARS = 16;

/**
 * Creates a search for the authorization code of a sign-in redirect (RFC 6749, section 4.1.2).
 * `code` may also be the code of a language, a country or a lesson. So it is a secret only beside other parameters of a
 * redirect, in any order. If these parameters have other uses, too, the code must also look random.
 */
export function createSignInSearch(text: string): SignInSearch {
  const spans: SecretSpan[] = [];
  let queryEnd = -1;
  let code: { readonly from: number; readonly to: number } | null = null;
  let isSignIn = false;
  let mayBeSignIn = false;
  const endQuery = (): void => {
    if (code !== null && (isSignIn || (mayBeSignIn && looksRandom(text.slice(code.from, code.to))))) {
      spans.push({ ...code, shape: 'sign-in-code' });
    }
    code = null;
    isSignIn = false;
    mayBeSignIn = false;
  };
  return {
    visit({ name, delimiter, from }) {
      if (delimiter !== '&' && delimiter !== ';') {
        // An assignment within a value isn't a parameter.
        if (delimiter === '=') return;
        endQuery();
      }
      if (from > queryEnd) {
        endQuery();
        queryEnd = endOfMatch(QUERY, text, from);
      }
      if (/^code$/i.test(name)) {
        const to = endOfMatch(CODE, text, from);
        code = to === from ? null : { from, to };
      }
      isSignIn ||= SIGN_IN_ONLY.test(name);
      mayBeSignIn ||= SIGN_IN.test(name);
    },
    end() {
      endQuery();
      return spans;
    },
  };
}

/** Returns the end of a match of a sticky pattern, or `from` if it does not match. */
export function endOfMatch(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

/** Whether letters and digits alternate, unlike in words, numbers, dates, or ids like `do_31281457`. */
function looksRandom(code: string): boolean {
  if (code.length < MIN_CODE_CHARS) return false;
  const changes = code.match(/[a-z]\d|\d[a-z]/gi)?.length ?? 0;
  return changes >= 3 || (changes >= 1 && /[a-z]/.test(code) && /[A-Z]/.test(code));
}
