import { argumentsOf, type Messages } from './locale-file';

/** The type of the messages' keys and values, which `lib/i18n/i18n.ts` reads. */
export function structureTypes(messages: Messages): string {
  const lines = [...messages].map(([key, message]) => {
    const { names, isPlural } = argumentsOf(message);
    const named = names.length === 0 ? '' : `; namedSubstitutions: [${names.map((name) => `'${name}'`).join(', ')}]`;
    return `  '${key}': { plural: ${isPlural}${named} };`;
  });
  return `export type GeneratedI18nStructure = {\n${lines.join('\n')}\n};\n`;
}

/** Areas whose messages are named by codes of the core, each with the name of its type. */
const CODED = { SentencePlaces: 'findings.sentence.', PartPlaces: 'findings.part.' } as const;

/** The types of the places that the messages of findings have, by reason. */
export function findingPlaceTypes(messages: Messages): string {
  const types = Object.entries(CODED).map(([name, area]) => {
    const lines = [...messages].flatMap(([key, message]) =>
      key.startsWith(area) ? [`  '${key.slice(area.length)}': ${placesOf(message)};`] : [],
    );
    return `export type ${name} = {\n${lines.join('\n')}\n};\n`;
  });
  return types.join('\n');
}

function placesOf(message: string): string {
  const { names, isPlural } = argumentsOf(message);
  return [...new Set([...names, ...(isPlural ? ['count'] : [])])].map((name) => `'${name}'`).join(' | ') || 'never';
}
