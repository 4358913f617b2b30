import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { createPlaySession } from '#core/scenarios/play-session';
import { writePlaywrightTest } from '#core/scenarios/playwright-test';
import { newScenario, type Scenario } from '#core/scenarios/scenario';
import { parseScenarioFile, scenarioText } from '#core/scenarios/scenario-file';

const HOSTILE = 'a\u0003\u007f\u0085\u2028\u2029\r\n*/ `$' + '{x}` $& </script> "quoted" \'single\'// more';
const PAGE_URL = 'http://localhost:3000/';

interface TestCalls {
  readonly title: string;
  readonly url: string;
  readonly timeout: number;
  readonly scenario: string;
}

/** Runs a written test with a fake fixture. Returns the arguments of its calls. */
async function runTest(text: string): Promise<TestCalls> {
  const module = ts.ModuleKind.CommonJS;
  const { outputText, diagnostics } = ts.transpileModule(text, {
    reportDiagnostics: true,
    compilerOptions: { module, target: ts.ScriptTarget.ES2022 },
  });
  expect(diagnostics).toEqual([]);
  const calls: Record<string, unknown> = {};
  let body = async (_: object): Promise<void> => undefined;
  const test = Object.assign(
    (title: string, testBody: typeof body) => {
      calls.title = title;
      body = testBody;
    },
    { setTimeout: (timeout: number) => Object.assign(calls, { timeout }) },
  );
  const expectTelemetry = () => ({
    toPassScenario: (scenario: object) => Object.assign(calls, { scenario: JSON.stringify(scenario) }),
  });
  const requireModule = (name: string) => (name === 'telemetry-v3/playwright' ? { test, expect: expectTelemetry } : {});
  runInNewContext(outputText, { exports: {}, require: requireModule, process: { env: {} } });
  await body({ page: { goto: (url: string) => Object.assign(calls, { url }) }, telemetry: {} });
  return calls as unknown as TestCalls;
}

it('writePlaywrightTest writes a test that runs the scenario at the page, with a timeout that allows for each waiting step', async () => {
  const steps: Scenario['steps'] = [
    { type: 'wait-for', filter: 'kind:start', within: 2_000 },
    { type: 'expect-field', path: 'edata.id', is: { present: true } },
    { type: 'wait', ms: 500 },
    { type: 'expect-kind', kind: 'end' },
  ];
  const scenario = newScenario('Lesson', steps);
  expect(await runTest(writePlaywrightTest(scenario, PAGE_URL))).toEqual({
    title: 'Lesson',
    url: PAGE_URL,
    timeout: 42_500,
    scenario: JSON.stringify(scenario),
  });
});

it('writePlaywrightTest imports only the package, and adds ten lines to the scenario', () => {
  const text = writePlaywrightTest(createPlaySession('Play session'), PAGE_URL);
  expect(text.match(/from '.*'/g)).toEqual(["from 'telemetry-v3/playwright'"]);
  expect(text.slice(0, text.indexOf('\nconst scenario = ')).trim().split('\n')).toHaveLength(10);
});

it('writePlaywrightTest escapes hostile texts', async () => {
  const scenario = newScenario(HOSTILE, [{ type: 'expect-field', path: 'edata.id', is: { equals: HOSTILE } }]);
  const text = writePlaywrightTest(scenario, `${PAGE_URL}#${HOSTILE}`);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
  const calls = await runTest(text);
  expect(calls).toMatchObject({ title: HOSTILE, url: `${PAGE_URL}#${HOSTILE}` });
  expect(calls.scenario).toBe(JSON.stringify(scenario));
});

it('writePlaywrightTest preserves a field named __proto__', async () => {
  const steps = '[{"type":"fire","kind":"log","args":{"data":{"__proto__":{"a":[{"__proto__":1}]}}}}]';
  const file = `{"format":"telemetry-v3-scenario","version":1,"name":"A","steps":${steps}}`;
  const result = parseScenarioFile(file);
  const [scenario] = result.ok ? result.value : [];
  const calls = await runTest(writePlaywrightTest(scenario ?? newScenario(''), PAGE_URL));
  expect(JSON.stringify(JSON.parse(calls.scenario).steps)).toBe(steps);
});

it('writePlaywrightTest writes a scenario that can be parsed again', async () => {
  const scenario = createPlaySession('Play session');
  const calls = await runTest(writePlaywrightTest(scenario, PAGE_URL));
  expect(parseScenarioFile(calls.scenario)).toEqual(parseScenarioFile(scenarioText(scenario)));
});
