import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { exportPlaywrightTest } from '#components/panel/scenarios/playwright-export.ts';
import { playSession } from '#core/scenarios/play-session';
import { newScenario, type Step } from '#core/scenarios/scenario';
import { readScenarioFile } from '#core/scenarios/scenario-file';

const MARKS = [
  '/* @header */',
  "'PAGE_URL_OF_THE_SCENARIO'",
  "{ name: '', steps: [] }; /* @scenario */",
  '{}; /* @definitions */',
  "import { classifyStatus, type StatusClass } from '#core/journey/classify-status';",
];
const HOSTILE = 'a\u0003\u007f\u0085\u2028\u2029\r\nb';

function textOf(steps: readonly Step[], name = 'A', pageUrl = 'http://localhost:3000/'): string {
  const made = exportPlaywrightTest(newScenario(name, steps), pageUrl);
  return made.ok ? made.value : `refused: ${made.failure}`;
}

interface TestValues {
  readonly pageUrl: string;
  readonly scenario: { readonly name: string; readonly steps: readonly { readonly args?: unknown }[] };
  readonly definitions: object;
}

/** What the test's constants are when it runs. */
function valuesIn(text: string): TestValues {
  const module = ts.ModuleKind.CommonJS;
  const { outputText } = ts.transpileModule(text, { compilerOptions: { module, target: ts.ScriptTarget.ES2022 } });
  const context = {
    exports: {},
    process: { env: {} },
    require: () => ({ test: () => {}, expect: () => {} }),
    told: null,
  };
  runInNewContext(`${outputText}\ntold = { pageUrl, scenario, definitions };`, context);
  return JSON.parse(JSON.stringify(context.told));
}

describe('a scenario as a Playwright test', () => {
  it('a scenario as a Playwright test is whole: every part has been filled in, and it imports Playwright and Node alone', () => {
    const made = exportPlaywrightTest(playSession('Play session'), 'http://localhost:3000/');
    const text = made.ok ? made.value : '';
    expect(text).not.toMatch(/@scenario|@definitions|@header|PAGE_URL_OF/);
    expect(text.match(/from '.*'/g)).toEqual(["from 'node:vm'", "from '@playwright/test'"]);
    expect(text).toContain('"http://localhost:3000/"');
    const { diagnostics } = ts.transpileModule(text, { reportDiagnostics: true });
    expect(diagnostics).toEqual([]);
  });

  it('a scenario as a Playwright test is not broken by what stands in a name or a value', () => {
    const nasty = '*/ `$' + '{x}` $& \u2028 </script> "quoted"\n// more';
    const text = textOf([{ do: 'expect-field', path: 'edata.id', is: { equals: nasty } }], nasty);
    expect(ts.transpileModule(text, { reportDiagnostics: true }).diagnostics).toEqual([]);
    expect(text.split('\n')[0]).toMatch(/^\/\/ /);
  });

  it('carries every mark of its own as text', () => {
    const marks = [...MARKS, '$&', '$`'].join(' ');
    const text = textOf(
      [{ do: 'fire', kind: 'log', args: { data: { message: marks } } }],
      marks,
      `http://x.org/#${marks}`,
    );
    const run = valuesIn(text);
    expect(run.scenario).toMatchObject({ name: marks, steps: [{ args: [{ message: marks }] }] });
    expect(run.pageUrl).toBe(`http://x.org/#${marks}`);
    expect(Object.keys(run.definitions)).toHaveLength(17);
  });

  it('a scenario as a Playwright test keeps a field named __proto__ from the file to the page', () => {
    const steps = '[{"do":"fire","kind":"log","args":{"data":{"__proto__":{"a":[{"__proto__":1}]}}}}]';
    const file = `{"format":"telemetry-v3-scenario","version":1,"name":"A","steps":${steps}}`;
    const read = readScenarioFile(file);
    const made = read.ok && read.value[0] ? exportPlaywrightTest(read.value[0], 'http://localhost/') : null;
    const { scenario } = valuesIn(made?.ok ? made.value : '');
    expect(JSON.stringify(scenario.steps[0]?.args)).toBe('[{"__proto__":{"a":[{"__proto__":1}]}}]');
  });

  it('a scenario as a Playwright test has no control character, and no line of its own that a name made', () => {
    const text = textOf([{ do: 'expect-field', path: 'edata.id', is: { equals: HOSTILE } }], HOSTILE);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    expect(valuesIn(text).scenario.name).toBe(HOSTILE);
  });

  it('carries filters as data', () => {
    expect(textOf([{ do: 'wait-for', filter: '-kind:end edata.size:>3 /ab+/' }])).toContain('"source": "ab+"');
  });

  it('a scenario as a Playwright test aborts a pattern that takes longer than a second, and splits wildcards into parts', () => {
    const text = textOf([{ do: 'wait-for', filter: '/(a+)+$/ edata.id:*a*b' }]);
    const [matcher = ''] = /^function patternMatches[\s\S]*?^}/m.exec(text) ?? [];
    const { outputText } = ts.transpileModule(matcher, {});
    const patternMatches = new Function('runInNewContext', `${outputText}; return patternMatches;`)(runInNewContext);
    expect(patternMatches('^a+b$', 'su', 'aab')).toBe(true);
    expect(patternMatches('^a+b$', 'su', 'aa')).toBe(false);
    expect(() => patternMatches('(a+)+$', 'su', `${'a'.repeat(40)}!`)).toThrow('timed out');
    expect(text).toContain('"parts": [');
  });

  it.each(['is:lost', 'time:10:00..11:00', 'rule:missing', 'state:lost', 'is:changed'])(
    'a scenario as a Playwright test is refused where a step asks for what only the panel knows: %s',
    (filter) => {
      expect(textOf([{ do: 'wait-for', filter }])).toBe(
        `refused: Step 1, Wait for ${filter}: “${filter}” works only in the panel. Remove it from the filter to export this scenario.`,
      );
    },
  );
});
