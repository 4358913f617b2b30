import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { playSession } from '#core/scenarios/play-session';
import { writePlaywrightTest } from '#core/scenarios/playwright-test';
import { newScenario, type Scenario } from '#core/scenarios/scenario';
import { parseScenarioFile, scenarioText } from '#core/scenarios/scenario-file';

const HOSTILE = 'a\u0003\u007f\u0085\u2028\u2029\r\n*/ `$' + '{x}` $& </script> "quoted" \'single\'// more';
const URL = 'http://localhost:3000/';

interface Ran {
  readonly title: string;
  readonly url: string;
  readonly timeout: number;
  readonly scenario: string;
}

/** The calls that a test makes when it runs, recorded by its fixture. */
async function run(text: string): Promise<Ran> {
  const module = ts.ModuleKind.CommonJS;
  const { outputText, diagnostics } = ts.transpileModule(text, {
    reportDiagnostics: true,
    compilerOptions: { module, target: ts.ScriptTarget.ES2022 },
  });
  expect(diagnostics).toEqual([]);
  const ran: Record<string, unknown> = {};
  let body = async (_: object): Promise<void> => undefined;
  const test = Object.assign(
    (title: string, given: typeof body) => {
      ran.title = title;
      body = given;
    },
    { setTimeout: (timeout: number) => Object.assign(ran, { timeout }) },
  );
  const expectTelemetry = () => ({
    toPassScenario: (scenario: object) => Object.assign(ran, { scenario: JSON.stringify(scenario) }),
  });
  const required = (name: string) => (name === 'telemetry-v3/playwright' ? { test, expect: expectTelemetry } : {});
  runInNewContext(outputText, { exports: {}, require: required, process: { env: {} } });
  await body({ page: { goto: (url: string) => Object.assign(ran, { url }) }, telemetry: {} });
  return ran as unknown as Ran;
}

it('writePlaywrightTest writes a test that runs the scenario at the page, with a timeout that allows for each waiting step', async () => {
  const steps: Scenario['steps'] = [
    { type: 'wait-for', filter: 'kind:start', within: 2_000 },
    { type: 'expect-field', path: 'edata.id', is: { present: true } },
    { type: 'wait', ms: 500 },
    { type: 'expect-kind', kind: 'end' },
  ];
  const scenario = newScenario('Lesson', steps);
  expect(await run(writePlaywrightTest(scenario, URL))).toEqual({
    title: 'Lesson',
    url: URL,
    timeout: 42_500,
    scenario: JSON.stringify(scenario),
  });
});

it('writePlaywrightTest imports only the package, and adds about ten lines to the scenario', () => {
  const text = writePlaywrightTest(playSession('Play session'), URL);
  expect(text.match(/from '.*'/g)).toEqual(["from 'telemetry-v3/playwright'"]);
  expect(text.slice(0, text.indexOf('\nconst scenario = ')).trim().split('\n')).toHaveLength(10);
});

it('writePlaywrightTest escapes hostile texts', async () => {
  const scenario = newScenario(HOSTILE, [{ type: 'expect-field', path: 'edata.id', is: { equals: HOSTILE } }]);
  const text = writePlaywrightTest(scenario, `${URL}#${HOSTILE}`);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
  const ran = await run(text);
  expect(ran).toMatchObject({ title: HOSTILE, url: `${URL}#${HOSTILE}` });
  expect(ran.scenario).toBe(JSON.stringify(scenario));
});

it('writePlaywrightTest preserves a field named __proto__', async () => {
  const steps = '[{"type":"fire","kind":"log","args":{"data":{"__proto__":{"a":[{"__proto__":1}]}}}}]';
  const file = `{"format":"telemetry-v3-scenario","version":1,"name":"A","steps":${steps}}`;
  const read = parseScenarioFile(file);
  const [scenario] = read.ok ? read.value : [];
  const ran = await run(writePlaywrightTest(scenario ?? newScenario(''), URL));
  expect(JSON.stringify(JSON.parse(ran.scenario).steps)).toBe(steps);
});

it('writePlaywrightTest writes a scenario that can be parsed again', async () => {
  const scenario = playSession('Play session');
  const { scenario: written } = await run(writePlaywrightTest(scenario, URL));
  expect(parseScenarioFile(written)).toEqual(parseScenarioFile(scenarioText(scenario)));
});
