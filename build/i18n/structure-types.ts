import { type Messages, readPlaceholders } from './locale-file';

/** Generates the type of the message keys and placeholders, which `lib/i18n/i18n.ts` uses. */
export function structureTypes(messages: Messages): string {
  const lines = [...messages].map(([key, message]) => {
    const { names, isPlural } = readPlaceholders(message);
    const substitutions =
      names.length === 0 ? '' : `; namedSubstitutions: [${names.map((name) => `'${name}'`).join(', ')}]`;
    return `  '${key}': { plural: ${isPlural}${substitutions} };`;
  });
  return `export type GeneratedI18nStructure = {\n${lines.join('\n')}\n};\n`;
}

/** Areas whose message keys end with codes of the core, by the name of the generated type. */
const CODED_AREAS = { SentencePlaceholders: 'findings.sentence.', PartPlaceholders: 'findings.part.' } as const;

/** Generates the types of the placeholders in messages of findings, by reason. */
export function findingPlaceholderTypes(messages: Messages): string {
  const types = Object.entries(CODED_AREAS).map(([name, area]) => {
    const lines = [...messages].flatMap(([key, message]) =>
      key.startsWith(area) ? [`  '${key.slice(area.length)}': ${placeholdersOf(message)};`] : [],
    );
    return `export type ${name} = {\n${lines.join('\n')}\n};\n`;
  });
  return types.join('\n');
}

function placeholdersOf(message: string): string {
  const { names, isPlural } = readPlaceholders(message);
  return [...new Set([...names, ...(isPlural ? ['count'] : [])])].map((name) => `'${name}'`).join(' | ') || 'never';
}
