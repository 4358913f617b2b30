import { isJsonObject, type Json, type JsonObject, type JsonPath } from '#core/json/json';
import { createFindingTexts } from '#core/report/finding-texts';
import type { Finding } from '#core/telemetry/findings';
import { translateKey } from '#i18n';
import { definitionText } from './definition-text';
import { setFindingText } from './message-text';

const texts = createFindingTexts(translateKey);

export function findingText(finding: Finding): string {
  return texts.findingText(translateParams(finding));
}

setFindingText(({ finding }) => texts.findingText(translateParams(finding)));

/** For a place that shows the allowed values beside it. */
export function shortFindingText(finding: Finding): string {
  return texts.shortFindingText(translateParams(finding));
}

/** More values are a list to choose from, and no part of a sentence. */
const MAX_NAMED_VALUES = 6;

/** For a place beside a form: a long list of allowed values, which the form has, is only counted. */
export function foldedFindingText(finding: Finding): string {
  const { allowed } = finding.params;
  return allowed && allowed.length > MAX_NAMED_VALUES ? shortFindingText(finding) : findingText(finding);
}

/** What a rule set is called. */
export const { ruleSetTitle } = texts;

/**
 * Parameters that a finding takes from a definition, in English.
 * Others are of the page, and stay as they are.
 */
const DEFINED: readonly string[] = ['note', 'default', 'value', 'found', 'expected'];

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
