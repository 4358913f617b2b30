/** One banned name or file name. */
export interface BannedName {
  /** Line in the file, from 1; 0 for the name of the file itself. */
  readonly line: number;
  readonly name: string;
  readonly advice: string;
}

interface NameRule {
  readonly pattern: RegExp;
  readonly advice: string;
}

/** Exceptions: stored codes and keys, quoted values, and a text of the demo site. */
const STORED_NAMES =
  /'scenarios\.deeds\.|'(?:capture|identity)\.\w*Answer\w*'|\b(?:not|below)-usual\b|'nobody'|"nobody"|vapour that nobody sees/g;

const NAME_RULES: readonly NameRule[] = [
  {
    pattern: /\b(?:MOST|LEAST|LONGEST|SHORTEST|LARGEST|DEEPEST)(?:_[A-Z\d_]+)?\b/g,
    advice: 'Write MAX_ or MIN_ with a unit: MAX_BODY_BYTES.',
  },
  { pattern: /\b[A-Z\d_]+_AT_ONCE\b|\bAT_ONCE\b/g, advice: 'Write BATCH_SIZE.' },
  { pattern: /(?<![a-z])deeds?(?![a-z])|Deeds?(?![a-z])/g, advice: 'Write action.' },
  { pattern: /\b[A-Za-z]*[a-z]World\b|\bWorld\b/g, advice: 'Write …Deps for injected dependencies.' },
  { pattern: /\busual\b|\busual[A-Z]\w*|[a-z]Usual\w*|\bUSUAL_\w+/g, advice: 'Write default.' },
  {
    pattern: /(?<!-)\b(?:[Nn]obody|[Ss]omebody|[Ss]omeone)\b/g,
    advice: 'Name the actor: no user, no panel, the user.',
  },
  {
    pattern:
      /\b(?:(?:const|let|function) (?:said|told|kept|heard|hear|keeper|tellings?|keeping)|(?:told|heard|said)[A-Z]\w*)\b/g,
    advice: 'Write reported, stored, text or what the value is.',
  },
  {
    pattern: /\b(?:const|let|function) answers?\b|\banswer[A-Z]\w*|\b[a-z]\w*Answers?\b/g,
    advice: 'Write response, reply or result.',
  },
  { pattern: /\bas it travel(?:s|led)\b/gi, advice: 'Write event on the wire.' },
  { pattern: /\bmend(?:s|ed|ing)?\b/gi, advice: 'Write fix.' },
  { pattern: /\b(?:left|leaves?|leaving) out\b/g, advice: 'Write omit.' },
  { pattern: /\b(?:give[sn]?|giving|gave) up\b/gi, advice: 'Write drop, cancel or time out.' },
];
const FILE_RULE = /(?:^|[/-])words\.tsx?$/;

/**
 * Finds names that the project's guide bans, in code and comments.
 *
 * @param path Path in the repository, with `/`.
 */
export function findBannedNames(path: string, text: string): readonly BannedName[] {
  const banned: BannedName[] = [];
  if (FILE_RULE.test(path)) {
    banned.push({ line: 0, name: path, advice: 'Name the file after its main export: …-labels.ts, …-messages.ts.' });
  }
  const lines = text.replace(STORED_NAMES, '').split('\n');
  for (const [index, line] of lines.entries()) {
    for (const { pattern, advice } of NAME_RULES) {
      for (const [name] of line.matchAll(pattern)) banned.push({ line: index + 1, name, advice });
    }
  }
  return banned;
}
