import { isJsonObject, type Json, type JsonObject, type JsonPath } from '#core/json/json';
import {
  findingText as englishText,
  ruleSetTitle as englishTitle,
  type MessageCatalog,
  shortFindingText as shortText,
} from '#core/report/messages';
import type { Finding, RuleSetId } from '#core/telemetry/findings';
import { definitionText } from './definition-text';
import { setFindingText } from './message-text';

let messages: Partial<MessageCatalog> = {};

/** Shows findings in another language than English; a sentence that it lacks comes in English. */
export function setFindingLanguage(catalog: Partial<MessageCatalog>): void {
  messages = catalog;
}

export function findingText(finding: Finding): string {
  return englishText(translateParams(finding), messages);
}

setFindingText(({ finding }) => englishText(translateParams(finding), messages));

/** For a place that shows the allowed values beside it. */
export function shortFindingText(finding: Finding): string {
  return shortText(translateParams(finding), messages);
}

/** More values are a list to choose from, and no part of a sentence. */
const MAX_NAMED_VALUES = 6;

/** For a place beside a form: a long list of allowed values, which the form has, is only counted. */
export function foldedFindingText(finding: Finding): string {
  const { allowed } = finding.params;
  return allowed && allowed.length > MAX_NAMED_VALUES ? shortFindingText(finding) : findingText(finding);
}

/** What a rule set is called. */
export function ruleSetTitle(id: RuleSetId): string {
  return englishTitle(id, messages);
}

/**
 * Parameters that a finding takes from a definition, in English.
 * Others are of the page, and stay as they are.
 */
const DEFINED: readonly string[] = ['need', 'note', 'default', 'value', 'found', 'expected'];

function translateParams({ path, params }: { readonly path: JsonPath; readonly params: JsonObject }) {
  return { path, params: translated(params) };
}

function translated(params: JsonObject): JsonObject {
  const entries = Object.entries(params).map(([name, value]) => [name, translate(name, value)]);
  return Object.fromEntries(entries);
}

function translate(name: string, value: Json): Json {
  if (!DEFINED.includes(name)) return value;
  if (isJsonObject(value))
    return typeof value.value === 'string' ? { ...value, value: definitionText(value.value) } : value;
  return typeof value === 'string' ? definitionText(value) : value;
}
