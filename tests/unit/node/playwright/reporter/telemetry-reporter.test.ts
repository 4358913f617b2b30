import { Writable } from 'node:stream';
import type { FullConfig, TestCase, TestResult } from '@playwright/test/reporter';
import { expect, it } from 'vitest';
import { succeed } from '#core/util/result';
import { noConfig, readConfig } from '#node/config/read-config';
import TelemetryReporter from '#node/playwright/reporter/telemetry-reporter';
import { FINDINGS_ATTACHMENT, TestFindingsCollector } from '#node/playwright/reporter/test-findings';
import { findingOf, recordOf } from '#tests/fixtures/records';

type Attachment = TestResult['attachments'][number];

const config = { configFile: '/repository/web/playwright.config.ts' } as FullConfig;
const test = { id: 'test', location: { file: '/repository/web/tests/lesson.spec.ts', line: 7, column: 1 } } as TestCase;
const env = { GITHUB_WORKSPACE: '/repository', GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: '/summary.md' };

function findingsBody(): Buffer {
  const collector = new TestFindingsCollector();
  collector.add([recordOf(1, { verdict: 'invalid', findings: [findingOf()] })]);
  return Buffer.from(collector.take());
}

function attach(content: Pick<Attachment, 'body' | 'path'> = { body: findingsBody() }): TestResult {
  const attachment = { name: FINDINGS_ATTACHMENT, contentType: 'application/json', ...content };
  return { retry: 0, attachments: [attachment] } as unknown as TestResult;
}

interface Run {
  readonly files: ReadonlyMap<string, string>;
  readonly out: string;
  readonly err: string;
  readonly end: unknown;
}

async function runReporter(
  results: readonly TestResult[],
  report: readonly string[],
  deps: Partial<ConstructorParameters<typeof TelemetryReporter>[1]> = {},
): Promise<Run> {
  const files = new Map<string, string>();
  const outputs = { out: '', err: '' };
  const writer = (to: 'out' | 'err') =>
    new Writable({
      write(chunk, _, done) {
        outputs[to] += chunk;
        done();
      },
    });
  const reporter = new TelemetryReporter(
    { report },
    {
      writeText: async (file, texts) => void files.set(file, [...texts].join('')),
      appendText: async (file, text) => void files.set(file, `${files.get(file) ?? ''}${text}`),
      readText: async (file) => files.get(file) ?? '',
      exists: (file) => files.has(file),
      env: {},
      stdout: writer('out'),
      stderr: writer('err'),
      now: () => 0,
      loadProject: async () => succeed({ config: noConfig, knownKeys: new Set<string>(), file: null, notes: [] }),
      ...deps,
    },
  );
  reporter.onBegin(config);
  for (const result of results) reporter.onTestEnd(test, result);
  const end = await reporter.onEnd();
  return { files, ...outputs, end };
}

it('the reporter writes reports to paths relative to the configuration, and lists findings with their tests', async () => {
  const { files, out, err, end } = await runReporter([attach()], ['out/a.json', '/b.xml'], { env });
  expect(JSON.parse(files.get('/repository/web/out/a.json') ?? '')).toMatchObject({
    totals: { items: 1, severities: { error: 1 } },
    items: [{ file: 'web/tests/lesson.spec.ts', line: 7, index: 0, eid: 'INTERACT' }],
  });
  expect(files.get('/b.xml')).toContain('<testsuites>');
  expect(out).toContain('Telemetry of 1 test: 1 event, 1 invalid, 0 lost\n');
  expect(err).toContain('::error file=web/tests/lesson.spec.ts,line=7,title=definition/not-in-list::');
  expect(files.get('/summary.md')).toContain('### Errors: 1');
  expect(end).toBeUndefined();
});

it.each<Pick<Attachment, 'body' | 'path'>>([{ body: Buffer.from('{') }, { path: '/no/such/file' }, {}])(
  'the reporter counts a broken attachment: %j',
  async (content) => {
    const { out, end } = await runReporter([attach(content)], []);
    expect(out).toBe('\nTelemetry of 0 tests: 0 events, 0 invalid, 0 lost\n  Not read: the telemetry of 1 test\n');
    expect(end).toBeUndefined();
  },
);

it('the reporter prints zero totals if no test captured telemetry', async () => {
  const { out } = await runReporter([{ retry: 0, attachments: [] } as unknown as TestResult], []);
  expect(out).toBe('\nTelemetry of 0 tests: 0 events, 0 invalid, 0 lost\n');
});

it('the reporter fails the run if a report cannot be written', async () => {
  const writeText = async () => {
    throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
  };
  const { err, end } = await runReporter([attach()], ['a.html'], { writeText });
  expect(err).toContain("Couldn't write /repository/web/a.html");
  expect(end).toEqual({ status: 'failed' });
});

it('the reporter lists lost events with their tests', async () => {
  const collector = new TestFindingsCollector();
  collector.add(Array.from({ length: 22 }, (_, index) => recordOf(index + 1, { headline: `a${index}`, lost: true })));
  const { out } = await runReporter([attach({ body: Buffer.from(collector.take()) })], [], { env });
  expect(out).toContain('  Lost: 22\n    web/tests/lesson.spec.ts:7  #1 INTERACT a0: the page unloaded before');
  expect(out).toContain('    2 more lost events\n');
});

it('the reporter fails the run at the severity of failOn, or if the configuration is invalid', async () => {
  const loadWith = (config: unknown) => async () => {
    const read = readConfig(config, 'telemetry-v3.config.json');
    return read.ok ? succeed({ config: read.value, knownKeys: new Set<string>(), file: null, notes: [] }) : read;
  };
  const failed = await runReporter([attach()], [], { loadProject: loadWith({ failOn: 'warning' }) });
  expect(failed.end).toEqual({ status: 'failed' });
  expect(failed.err).toBe('Telemetry findings fail the run: 1 of severity error. failOn is warning.\n');
  const invalidRun = await runReporter([attach()], [], { loadProject: loadWith({ failon: 'error' }) });
  expect(invalidRun.end).toEqual({ status: 'failed' });
  expect(invalidRun.err).toContain('Did you mean failOn?');
  expect((await runReporter([], [], { loadProject: loadWith({ failOn: 'info' }) })).end).toBeUndefined();
});

it('the reporter rejects a report with an unknown file extension', () => {
  expect(() => new TelemetryReporter({ report: 'telemetry.txt' })).toThrow(
    'Unknown file extension: telemetry.txt. Supported: .codequality.json, .xml, .sarif, .md, .html, .json.',
  );
});

it('the reporter allows another reporter to print while tests run', () => {
  expect(new TelemetryReporter().printsToStdio()).toBe(false);
});
