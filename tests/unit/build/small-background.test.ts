import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { undocumentedDefinitions, withoutCallOrigins } from '#build/small-background';
import type { Json } from '#core/json/json';
import { violationsOf } from '#core/negative-tests/violations-of';
import type * as Checks from '#core/rules/checks';
import { validityRuleSets } from '#core/rules/checks';
import { sampleArguments } from '#core/telemetry/draft';
import type { RuleSet, Subject } from '#core/telemetry/findings';
import { eventKinds } from '#core/telemetry/kinds';
import { verdictOf } from '#core/telemetry/validate-event';
import type * as HookReports from '#core/wire/hook-report';

const folder = mkdtempSync(join(tmpdir(), 'telemetry-v3-small-'));
let small: typeof Checks;

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [undocumentedDefinitions],
    build: {
      outDir: folder,
      minify: false,
      lib: {
        entry: join(import.meta.dirname, '../../../lib/core/rules/checks.ts'),
        formats: ['es'],
        fileName: 'checks',
      },
    },
  });
  small = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'checks.js')).href);
});

it('the background accepts calls with call stacks and user actions, and stores neither', async () => {
  await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [withoutCallOrigins],
    build: {
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      lib: {
        entry: join(import.meta.dirname, '../../../lib/core/wire/hook-report.ts'),
        formats: ['es'],
        fileName: 'hook-report',
      },
    },
  });
  const { readReport } = (await import(
    /* @vite-ignore */ pathToFileURL(join(folder, 'hook-report.js')).href
  )) as typeof HookReports;
  const call = {
    type: 'called',
    at: 1,
    callId: 'c',
    method: 'log',
    sdk: 0,
    firedBy: null,
    batchSize: 1,
    hasDid: null,
    args: [],
    truncations: [],
  };
  const origins = [{}, { stack: '    at play (https://a.example/a.js:1:2)' }, { action: { type: 'click' } }];
  const read = readReport(JSON.stringify(origins.map((origin) => ({ ...call, origin }))));
  expect(read.unread).toBe(0);
  expect(read.observations).toHaveLength(3);
  expect(JSON.stringify(read.observations)).not.toContain('a.example');
});

afterAll(() => rmSync(folder, { recursive: true }));

it('definitions that are built without documentation contain no keys of documentation texts', () => {
  const script = readFileSync(join(folder, 'checks.js'), 'utf8');
  expect(script).not.toMatch(/['"](common|assess|envelope)\.\w+['"]/);
  expect(script).toContain('withNote(');
});

/** Returns the verdict and the findings without their sentences. */
function outcomeOf(subject: Subject, ruleSets: readonly RuleSet[]) {
  const { verdict, findings } = verdictOf(subject, ruleSets);
  return { verdict, findings: findings.map(({ ruleSet, severity, code, path }) => [ruleSet, severity, code, path]) };
}

it.each(eventKinds)(
  'definitions that are built without documentation judge %s with the same verdict and findings as the full definitions',
  (kind) => {
    const calls: (readonly Json[])[] = [
      sampleArguments(kind),
      ...violationsOf(kind).map(({ draft }) => Object.values(draft).filter((value) => value !== undefined)),
    ];
    for (const args of calls) {
      const method = kind.toLowerCase();
      const json = { eid: kind, ets: 1, ver: '3.0', mid: 'm', edata: args[0] ?? null };
      for (const subject of [{ type: 'call', method, args } as const, { type: 'event', json } as const]) {
        expect(outcomeOf(subject, small.validityRuleSets)).toEqual(outcomeOf(subject, validityRuleSets));
      }
    }
  },
);
