import { CST, Lexer } from 'yaml';

/** A compose file is a handful of levels deep. */
const MAX_LEVELS = 100;
const MAX_INDENT = 400;

/**
 * Whether YAML may be nested deeper than any file of a registry.
 * Call before the text is parsed: parsers of YAML call themselves for each level, and some tens of thousands of
 * brackets end the whole process. The lexer does not, and tells brackets and indicators from what stands in texts.
 */
export function isNestedTooDeeply(text: string): boolean {
  /** For each open bracket: the indicators (`-`, `?`, `:`) before it in the same item. */
  const outer: number[] = [];
  let indicators = 0;
  let isLineStart = true;
  for (const token of new Lexer().lex(text)) {
    const type = CST.tokenType(token);
    if (type === 'space' && isLineStart && token.length > MAX_INDENT) return true;
    if (type === 'flow-map-start' || type === 'flow-seq-start') {
      outer.push(indicators);
      indicators = 0;
    } else if (type === 'flow-map-end' || type === 'flow-seq-end') indicators = outer.pop() ?? 0;
    else if (type === 'comma' || type === 'newline') indicators = 0;
    else if (type === 'seq-item-ind' || type === 'explicit-key-ind' || type === 'map-value-ind') indicators += 1;
    if (outer.length > MAX_LEVELS || indicators > MAX_LEVELS) return true;
    isLineStart = type === 'newline';
  }
  return false;
}
