import { isJsonArray, type Json, valueAt } from '#core/json/json';
import { readJsonFile } from '#core/json/json-values';
import { shorten } from '#core/telemetry/wording';
import { asSentence } from '#core/util/as-sentence';
import { fail, type Result, succeed } from '#core/util/result';
import type { z } from '#core/util/zod';
import { i18n } from '#i18n';
import { type Scenario, scenarioSchema } from './scenario';

const FORMAT = 'telemetry-v3-scenario';
const VERSION = 1;
/** As many as the panel stores. */
export const MAX_SCENARIOS = 200;

/** Reads a file of one scenario, or of a list. Fails with a sentence that names the place and what is wrong there. */
export function readScenarioFile(text: string): Result<readonly Scenario[], string> {
  const json = readJsonFile(text);
  if (!json.ok) return fail(i18n.t('form.jsonFault', { ...json.failure }));
  const candidates = isJsonArray(json.value) ? json.value : [json.value];
  if (candidates.length > MAX_SCENARIOS) return fail(i18n.t('scenarios.fault.tooMany', { n: MAX_SCENARIOS }));
  const scenarios: Scenario[] = [];
  for (const [index, candidate] of candidates.entries()) {
    const read = readCandidate(candidate);
    if (read.ok) scenarios.push(read.value);
    else if (candidates.length === 1) return read;
    else return fail(i18n.t('scenarios.fault.inScenario', { n: index + 1, fault: read.failure }));
  }
  return succeed(scenarios);
}

function readCandidate(json: Json): Result<Scenario, string> {
  if (valueAt(json, ['format']) !== FORMAT) return fail(i18n.t('scenarios.fault.noFormat'));
  const version = valueAt(json, ['version']);
  if (version !== VERSION)
    return fail(i18n.t('scenarios.fault.version', { version: shorten(`${JSON.stringify(version)}`) }));
  const parsed = scenarioSchema.safeParse(json);
  return parsed.success ? succeed(parsed.data) : fail(problemText(parsed.error));
}

/** A message of zod names every unknown field, of which there may be 100,000. */
const MAX_MESSAGE_CHARACTERS = 300;

function problemText({ issues: [issue] }: z.ZodError): string {
  if (issue === undefined) return asSentence(i18n.t('scenarios.fault.unreadable'));
  return asSentence(`${placeOf(issue.path)}: ${shorten(issue.message, MAX_MESSAGE_CHARACTERS)}`);
}

/** `step 3, filter`: steps are counted from 1, as they are shown. */
function placeOf([first, second, ...rest]: readonly PropertyKey[]): string {
  if (first !== 'steps')
    return (
      [first, second, ...rest]
        .filter((step) => step !== undefined)
        .map(String)
        .join('.') || i18n.t('scenarios.fault.file')
    );
  if (typeof second !== 'number') return 'steps';
  return [i18n.t('scenarios.fault.step', { n: second + 1 }), rest.map(String).join('.')]
    .filter((part) => part !== '')
    .join(', ');
}

export function scenarioText(scenario: Scenario): string {
  return `${JSON.stringify(scenario, null, 2)}\n`;
}

/** `play-session.scenario.json` */
export function fileNameOf({ name }: Pick<Scenario, 'name'>, ending: string): string {
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Mark}\p{Number}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return `${plain || 'scenario'}${ending}`;
}
