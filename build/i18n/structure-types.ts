import { argumentsOf, type Messages } from './locale-file';

/** The type of the messages' keys and values, which `lib/i18n/typed-messages.ts` reads. */
export function structureTypes(messages: Messages): string {
  const lines = [...messages].map(([key, message]) => {
    const { names, isPlural } = argumentsOf(message);
    const named = names.length === 0 ? '' : `; namedSubstitutions: [${names.map((name) => `'${name}'`).join(', ')}]`;
    return `  '${key}': { plural: ${isPlural}${named} };`;
  });
  return `export type GeneratedI18nStructure = {\n${lines.join('\n')}\n};\n`;
}
