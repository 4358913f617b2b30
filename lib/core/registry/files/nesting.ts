/** A compose file is a handful of levels deep. */
const DEEPEST = 100;

/**
 * Whether YAML may be nested deeper than any file of a registry. Asked before the text is parsed: parsers of YAML call
 * themselves for each level, and some tens of thousands of brackets end the whole process. Counts too much rather than
 * too little: brackets inside of quotes count as well.
 */
export function isNestedTooDeeply(text: string): boolean {
  return hasDeepBrackets(text) || text.split('\n').some(isDeepLine);
}

function hasDeepBrackets(text: string): boolean {
  let depth = 0;
  for (const sign of text) {
    if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth = Math.max(0, depth - 1);
    if (depth > DEEPEST) return true;
  }
  return false;
}

/** Each level of a block takes a column at least; levels on one line are opened by `- ` and `? `. */
function isDeepLine(line: string): boolean {
  const indent = line.length - line.trimStart().length;
  if (indent > DEEPEST * 4) return true;
  return line.length > DEEPEST * 2 && (line.match(/[-?:]\s/g)?.length ?? 0) > DEEPEST;
}
