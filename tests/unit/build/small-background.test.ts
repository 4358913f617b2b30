import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { undocumentedDefinitions, withoutCallOrigins, withoutRecordDetails } from '#build/small-background';
import type { CallObservation, ObservationSource, ObservedBatch } from '#core/journey/correlator/observations';
import type * as Correlators from '#core/journey/event-correlator';
import { leakedOptionOf } from '#core/journey/sticky-options';
import type { Json } from '#core/json/json';
import { deriveNegativeTests } from '#core/negative-tests/derive-negative-tests';
import type * as Checks from '#core/rules/checks';
import { validityRuleSets } from '#core/rules/checks';
import { secretGuard } from '#core/stream/secret-guard';
import { sampleArguments } from '#core/telemetry/draft';
import type { RuleSet, Subject } from '#core/telemetry/findings';
import { eventKinds } from '#core/telemetry/kinds';
import { verdictOf } from '#core/telemetry/validate-event';
import type * as HookReports from '#core/wire/hook-report';

const folder = mkdtempSync(join(tmpdir(), 'telemetry-v3-small-'));
let small: typeof Checks;

const source: ObservationSource = { documentKey: 'doc', frame: { frameId: 0, url: 'http://localhost/' } };
const callFields: Omit<CallObservation, 'callId' | 'args'> = {
  method: 'log',
  truncations: [],
  at: 1,
  batchSize: 20,
  hasDid: true,
  sdk: { global: '$t', generation: '2.x' },
  firedBy: null,
};

const requestFields: Omit<ObservedBatch, 'id' | 'events'> = {
  transport: 'fetch',
  url: 'http://localhost/v1/telemetry',
  method: 'POST',
  at: 10,
  end: { status: 'open' },
  bodyBytes: 10,
  bodyKey: 'body',
};

/** Builds a module of the core with a plugin, and imports it. */
async function importBuilt<Module>(plugin: Plugin, path: string): Promise<Module> {
  const fileName = basename(path, '.ts');
  const entry = join(import.meta.dirname, '../../../lib/core', path);
  await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [plugin],
    build: { outDir: folder, emptyOutDir: false, minify: false, lib: { entry, formats: ['es'], fileName } },
  });
  return import(/* @vite-ignore */ pathToFileURL(join(folder, `${fileName}.js`)).href);
}

beforeAll(async () => {
  small = await importBuilt(undocumentedDefinitions, 'rules/checks.ts');
});

it('the background accepts calls with call stacks and user actions, and stores neither', async () => {
  const { readReport } = await importBuilt<typeof HookReports>(withoutCallOrigins, 'wire/hook-report.ts');
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

it('the background counts the same events without the details of their records', async () => {
  const built = await importBuilt<typeof Correlators>(withoutRecordDetails, 'journey/event-correlator.ts');
  const leaksOf = ({ createEventCorrelator }: typeof Correlators) => {
    const correlator = createEventCorrelator(secretGuard);
    const records = [[{}, { object: { id: 'leaks' } }], [{}]].flatMap((args) => {
      const callId = `c${args.length}`;
      const json = { eid: 'LOG', mid: callId, edata: {}, object: { id: 'leaks' } };
      correlator.addCall({ ...callFields, callId, args }, source);
      return correlator.addEvent({ callId, event: json, truncations: [], at: 1 }, source);
    });
    return { rows: correlator.lastRow(), leaks: records.map(leakedOptionOf).filter((leak) => leak !== null).length };
  };
  expect(leaksOf(await import('#core/journey/event-correlator'))).toEqual({ rows: 2, leaks: 1 });
  expect(leaksOf(built)).toEqual({ rows: 2, leaks: 0 });
});

it('the background stores the first end of a request, as the panel does', async () => {
  const built = await importBuilt<typeof Correlators>(withoutRecordDetails, 'journey/event-correlator.ts');
  const endsOf = ({ createEventCorrelator }: typeof Correlators) => {
    const correlator = createEventCorrelator(secretGuard);
    const events = [{ eid: 'LOG', mid: 'm1', edata: {} }];
    const end = (id: string, httpStatus: number, at: number) =>
      correlator.endRequest(id, { status: 'responded', httpStatus }, at);
    correlator.addRequest({ ...requestFields, id: 'r1', events }, source);
    end('r2', 500, 15);
    const changes = [...end('r1', 200, 20), ...end('r1', 503, 30)];
    const early = correlator.addRequest({ ...requestFields, id: 'r2', at: 12, events }, source);
    return [changes, early].map((records) => records.flatMap(({ requests }) => requests.map((request) => request.end)));
  };
  const ends = endsOf(await import('#core/journey/event-correlator'));
  expect(ends[0]).toEqual([{ status: 'responded', httpStatus: 200, durationMs: 10 }]);
  expect(endsOf(built)).toEqual(ends);
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
      ...deriveNegativeTests(kind).map(({ draft }) => Object.values(draft).filter((value) => value !== undefined)),
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
