import { isJsonArray, type Json, valueAt } from '#core/json/json';
import { faultMessage } from '#core/json/json-reader';
import { readJsonFile } from '#core/json/json-values';
import { truncate } from '#core/telemetry/wording';
import { ISSUE_SENTENCES } from '#core/util/issue-sentences';
import { type Message, type MessageText, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import type * as z from '#core/util/zod';
import { SCENARIO_FORMAT, SCENARIO_VERSION, type Scenario, scenarioSchema, toStepProblem } from './scenario';

/** Limit of the scenarios in the panel. */
export const MAX_SCENARIOS = 200;

/**
 * Reads a file with one scenario or a list of scenarios.
 * Fails with a message that contains the path and the error.
 */
export function parseScenarioFile(text: string): Result<readonly Scenario[], MessageText> {
  const json = readJsonFile(text);
  if (!json.ok) return fail(faultMessage(json.failure));
  const candidates = isJsonArray(json.value) ? json.value : [json.value];
  if (candidates.length > MAX_SCENARIOS) return fail(message('scenarios.fault.tooMany', { n: MAX_SCENARIOS }));
  const scenarios: Scenario[] = [];
  for (const [index, candidate] of candidates.entries()) {
    const read = readCandidate(candidate);
    if (read.ok) scenarios.push(read.value);
    else if (candidates.length === 1) return read;
    else return fail(message('scenarios.fault.inScenario', { n: index + 1, fault: read.failure }));
  }
  return succeed(scenarios);
}

function readCandidate(json: Json): Result<Scenario, MessageText> {
  if (valueAt(json, ['format']) !== SCENARIO_FORMAT) return fail(message('scenarios.fault.noFormat'));
  const version = valueAt(json, ['version']);
  if (version !== SCENARIO_VERSION)
    return fail(message('scenarios.fault.version', { version: truncate(`${JSON.stringify(version)}`) }));
  const parsed = scenarioSchema.safeParse(json, ISSUE_SENTENCES);
  return parsed.success ? succeed(parsed.data) : fail(toProblem(parsed.error));
}

/** Messages of zod contain all unknown fields, of which a file may have 100,000. */
const MAX_MESSAGE_CHARACTERS = 300;

function toProblem({ issues: [issue] }: z.core.$ZodError): Message {
  if (issue === undefined) return message('scenarios.fault.unreadable');
  const problem = toStepProblem(issue);
  const text = typeof problem === 'string' ? truncate(problem, MAX_MESSAGE_CHARACTERS) : problem;
  return message('scenarios.fault.at', { path: formatStepPath(issue.path), fault: text });
}

/** Formats a path as `step 3, filter`. Steps are numbered from 1, as in the panel. */
function formatStepPath([first, second, ...rest]: readonly PropertyKey[]): MessageText {
  if (first !== 'steps') {
    const path = [first, second, ...rest].filter((step) => step !== undefined).map(String);
    return path.join('.') || message('scenarios.fault.file');
  }
  if (typeof second !== 'number') return 'steps';
  const step = message('scenarios.fault.step', { n: second + 1 });
  const part = rest.map(String).join('.');
  return part === '' ? step : message('scenarios.fault.stepPart', { step, part });
}

/** Formats a scenario as the text of its file. */
export function scenarioText(scenario: Scenario): string {
  return `${JSON.stringify(scenario, null, 2)}\n`;
}

/** Returns the file name of a scenario, such as `play-session.scenario.json`. */
export function fileNameOf({ name }: Pick<Scenario, 'name'>, extension: string): string {
  const plain = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Mark}\p{Number}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return `${plain || 'scenario'}${extension}`;
}
