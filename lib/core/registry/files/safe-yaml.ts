import { LineCounter, parseDocument } from 'yaml';
import { fail, type Result, succeed } from '#core/util/result';
import { i18n } from '#i18n';
import { isNestedTooDeeply } from './nesting';

/** A compose file repeats a part a few times; a "billion laughs" file repeats it until memory is full. */
const MOST_ALIASES = 100;
const TOO_DEEP = i18n.t('setup.itIsNestedTooDeeply');

/** YAML as plain values, or a sentence with the line that is wrong. Never throws, never grows beyond what stands there. */
export function readYaml(text: string): Result<unknown, string> {
  if (isNestedTooDeeply(text)) return fail(TOO_DEEP);
  try {
    const lineCounter = new LineCounter();
    // Without the library's pretty errors: it prints every one of them, and a hostile file has a hundred thousand.
    const document = parseDocument(text, { prettyErrors: false, lineCounter, schema: 'core', merge: true });
    const [problem] = document.errors;
    if (problem !== undefined) return fail(notYaml(problem.message, lineCounter.linePos(problem.pos[0])));
    return succeed(document.toJS({ maxAliasCount: MOST_ALIASES }));
  } catch (problem) {
    // The library throws for alias bombs, and the engine for nesting that is too deep.
    const isBomb = problem instanceof ReferenceError;
    if (isBomb) return fail(i18n.t('setup.itRepeatsItsOwnParts'));
    return fail(TOO_DEEP);
  }
}

function notYaml(message: string, { line, col }: { readonly line: number; readonly col: number }): string {
  const words = message.split('\n')[0] ?? '';
  const short = words.length > 120 ? `${words.slice(0, 120)}…` : words;
  return i18n.t('setup.itIsNotYamlLine', { short, line, col });
}
