import { readJson } from '#core/json/read-json';
import { asSentence } from '#core/util/as-sentence';
import { fail, type Result, succeed } from '#core/util/result';
import { z } from '#core/util/zod';
import { i18n } from '#i18n';
import { type Scenario, scenarioSchema } from './scenario';

/** A file holds one scenario, or a list of them. */
const fileSchema = z.union([scenarioSchema.transform((scenario) => [scenario]), z.array(scenarioSchema)]);

const versionSchema = z.looseObject({ format: z.literal('telemetry-v3-scenario'), version: z.unknown() });

/** Reads a scenario's file. Fails with a sentence that names the place and what is wrong there. */
export function readScenarioFile(text: string): Result<readonly Scenario[], string> {
  const json = readJson(text);
  if (!json.ok) return fail(i18n.t('form.jsonFault', { ...json.failure }));
  const parsed = fileSchema.safeParse(json.value);
  if (parsed.success) return succeed(parsed.data);
  return fail(problemOf(json.value));
}

/** One scenario's problem is said exactly; a union's would be all that could have been meant. */
function problemOf(json: unknown): string {
  const candidates = Array.isArray(json) ? json : [json];
  for (const [index, candidate] of candidates.entries()) {
    const named = versionSchema.safeParse(candidate);
    const problem = named.success ? versionFault(named.data.version) : i18n.t('scenarios.fault.noFormat');
    const fault = problem ?? problemOfScenario(candidate);
    if (fault === null) continue;
    return candidates.length > 1 ? i18n.t('scenarios.fault.inScenario', { n: index + 1, fault }) : fault;
  }
  return i18n.t('scenarios.fault.noScenario');
}

function versionFault(version: unknown): string | null {
  return version === 1 ? null : i18n.t('scenarios.fault.version', { version: JSON.stringify(version) });
}

/** What is wrong with one scenario, in a sentence with the path; null where nothing is. */
export function problemOfScenario(json: unknown): string | null {
  const parsed = scenarioSchema.safeParse(json);
  if (parsed.success) return null;
  const [issue] = parsed.error.issues;
  return asSentence(issue ? `${placeOf(issue.path)}: ${issue.message}` : i18n.t('scenarios.fault.unreadable'));
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
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return `${plain || 'scenario'}${ending}`;
}
