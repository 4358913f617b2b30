/** Summaries, notes, readings, rules and types of the definitions, by the English text. */
export type DefinitionLanguage = ReadonlyMap<string, string>;

let texts: DefinitionLanguage = new Map();

/** Shows the definitions in another language than English; a text that it lacks comes in English. */
export function setDefinitionLanguage(language: DefinitionLanguage): void {
  texts = language;
}

/** A text of a definition in the language of the page. */
export function definitionText(english: string): string {
  return texts.get(english) ?? english;
}
