import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { playSession } from '../../../lib/scenarios/play-session';
import { playwrightTest } from '../../../lib/scenarios/playwright-export';
import { newScenario, type Step } from '../../../lib/scenarios/scenario';

function textOf(steps: readonly Step[], name = 'A'): string {
  const made = playwrightTest(newScenario(name, steps), 'http://localhost:3000/');
  return made.ok ? made.value : `refused: ${made.failure}`;
}

describe('a scenario as a Playwright test', () => {
  it('is whole: every part has been filled in, and it imports Playwright alone', () => {
    const made = playwrightTest(playSession(), 'http://localhost:3000/');
    const text = made.ok ? made.value : '';
    expect(text).not.toMatch(/@scenario|@definitions|@header|PAGE_URL_OF/);
    expect(text.match(/from '.*'/g)).toEqual(["from '@playwright/test'"]);
    expect(text).toContain('"http://localhost:3000/"');
    const { diagnostics } = ts.transpileModule(text, { reportDiagnostics: true });
    expect(diagnostics).toEqual([]);
  });

  it('is not broken by what stands in a name or a value', () => {
    const nasty = '*/ `$' + '{x}` $& \u2028 </script> "quoted"\n// more';
    const text = textOf([{ do: 'expect-field', path: 'edata.id', is: { equals: nasty } }], nasty);
    expect(ts.transpileModule(text, { reportDiagnostics: true }).diagnostics).toEqual([]);
    expect(text.split('\n')[0]).toMatch(/^\/\/ /);
  });

  it('carries filters as data', () => {
    expect(textOf([{ do: 'wait-for', filter: '-kind:end edata.size:>3 /ab+/' }])).toContain('"source": "ab+"');
  });

  it.each(['is:lost', 'time:10:00..11:00', 'rule:missing', 'state:lost', 'is:changed'])(
    'is refused where a step asks for what only the panel knows: %s',
    (filter) => {
      expect(textOf([{ do: 'wait-for', filter }])).toBe(
        `refused: Step 1, Wait for ${filter}: ${filter} is known to the panel only. Take it out of the filter to export this scenario.`,
      );
    },
  );
});
