import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleArguments } from '#core/telemetry/draft';
import { eventKinds } from '#core/telemetry/kinds';
import { installPackage } from './install-package';

const BUILT = '.output/package';
/** The limits without the page that `serve` serves, and with this page. */
const MAX_PACKED_BYTES = { command: 450_000, all: 1_100_000 };
const folder = mkdtempSync(join(tmpdir(), 'telemetry-v3-package-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const readme = readFileSync('build/package/README.md', 'utf8');
const blocks = (language: string) =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(([, code = '']) => code);
const run = (command: string, args: readonly string[], cwd = '.') =>
  execFileSync(command, args, { cwd, encoding: 'utf8' });
let archive = '';

beforeAll(() => {
  archive = installPackage(folder);
  const calls = eventKinds.map((method) => ({ method, args: sampleArguments(method) }));
  const lines = [...calls, eventOf('START', { mode: 'play', stageid: 's-1' }), eventOf('END', { duration: 0 })];
  writeFileSync(join(folder, 'events.ndjson'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
});

/** Returns a complete event of a player. */
function eventOf(eid: string, edata: object) {
  return {
    eid,
    ets: Date.now(),
    ver: '3.0',
    mid: `${eid}:1`,
    actor: { id: 'u-1', type: 'User' },
    context: {
      channel: 'in.example',
      pdata: { id: 'in.example.app', ver: '1.0', pid: 'player' },
      env: 'play',
      did: 'd-1',
    },
    object: { id: 'do_1', type: 'Content', ver: '1' },
    edata: { type: 'player', ...edata },
  };
}

/** The part of kafkajs that a consumer uses, with a valid call, an invalid one, a broken message and an empty one. */
const kafkaDouble = `
const values = ['{"method":"interrupt","args":[{"type":"a"}]}', '{"method":"interrupt","args":[{}]}', '{"a":', null];
const consumer = {
  connect: async () => {},
  subscribe: async () => {},
  async run({ eachMessage }) {
    for (const [index, value] of values.entries()) {
      await eachMessage({ partition: 3, message: { offset: String(10 + index), value: value && Buffer.from(value) } });
    }
  },
};
export class Kafka {
  consumer = () => consumer;
}
`;

/** Compiles `typed.ts` of a folder. Throws the compiler’s output. */
function compile(source: string, options: object): void {
  const compilerOptions = { strict: true, noEmit: true, types: [], module: 'nodenext', ...options };
  writeFileSync(join(source, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['typed.ts'] }));
  run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', source]);
}

it('the npm package is small, and has no dependencies', () => {
  expect(statSync(archive).size).toBeLessThanOrEqual(MAX_PACKED_BYTES.all);
  const command = mkdtempSync(join(folder, 'command-'));
  const page = join(BUILT, 'dist/page.json.br');
  cpSync(BUILT, command, { recursive: true, filter: (source) => source !== page });
  run('npm', ['pack', '--silent'], command);
  const [packed = ''] = readdirSync(command).filter((name) => name.endsWith('.tgz'));
  expect(statSync(join(command, packed)).size).toBeLessThanOrEqual(MAX_PACKED_BYTES.command);
  const manifest = JSON.parse(readFileSync(join(BUILT, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ name: 'telemetry-v3', license: 'MIT' });
  expect(manifest.dependencies).toBeUndefined();
});

it('the npm package lists the license of each package whose code it bundles', () => {
  const licenses = readFileSync(join(BUILT, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  for (const name of ['zod', 'fflate', 're2js', 'tinyglobby', 'fdir', 'picomatch'])
    expect(licenses).toContain(`\n${name} `);
});

it('the npm package has no errors in publint and “Are the types wrong?”', () => {
  expect(run('npx', ['--no-install', 'publint', '--strict', BUILT])).toContain('All good!');
  const report = run('npx', ['--no-install', 'attw', '--pack', BUILT, '--profile', 'esm-only', '--format', 'json']);
  expect(JSON.parse(report).analysis.types).toEqual({ kind: 'included' });
});

it('the npm package runs each command of its README as described', () => {
  const commands = blocks('sh').join('').trim().split('\n');
  expect(commands.length).toBeGreaterThan(2);
  for (const command of commands) run('sh', ['-c', command.replace('npx ', 'npx --no-install ')], folder);
});

it.each(blocks('js').map((code, index) => [index + 1, code]))(
  'the npm package runs example %i of its README',
  (index, code) => {
    const file = join(folder, `example-${index}.js`);
    writeFileSync(file, code);
    expect(run(process.execPath, [file], folder)).not.toBe('');
  },
);

it('the npm package runs in a Kafka consumer as described in docs/user-guide/at-scale.md', () => {
  const guide = readFileSync('docs/user-guide/at-scale.md', 'utf8');
  const [, consumer = ''] = /```js\n(.*?)```/s.exec(guide) ?? [];
  const kafka = join(folder, 'node_modules/kafkajs');
  mkdirSync(kafka);
  writeFileSync(join(kafka, 'package.json'), '{ "name": "kafkajs", "type": "module", "exports": "./kafka.js" }');
  writeFileSync(join(kafka, 'kafka.js'), kafkaDouble);
  writeFileSync(join(folder, 'consumer.js'), consumer);
  expect(run(process.execPath, ['consumer.js'], folder)).toMatch(
    /^3 11 \[ 'data\.type .*\]\n3 12 Line 1, column 6: .*\n3 13 Line 1, column 1: .*\n$/,
  );
});

it('the npm package runs a command with serve --run, whose client waits for the events', () => {
  const program = `import { connect } from 'telemetry-v3/client';

const body = JSON.stringify({ events: [{ eid: 'LOG', mid: 'LOG:1', edata: { type: 'view', level: 'INFO', message: 'Hi' } }] });
const response = await fetch(process.env.TELEMETRY_V3_URL + '/run/one/v1/telemetry', { method: 'POST', body });
const [event] = await connect({ run: 'one' }).wait('kind:log');
console.log(response.status, event.verdict, event.source.run);
`;
  writeFileSync(join(folder, 'serve.js'), program);
  const args = ['--no-install', 'telemetry-v3', 'serve', '--run', 'node serve.js'];
  const served = spawnSync('npx', args, { cwd: folder, encoding: 'utf8' });
  // The envelope is missing.
  expect([served.stdout, served.status]).toEqual(['200 invalid one\n', 1]);
});

it('the npm package has types that compile in a strict project', () => {
  const source = join(folder, 'typed');
  mkdirSync(source);
  writeFileSync(
    join(source, 'typed.ts'),
    `import { type Finding, validate } from 'telemetry-v3';
import { connect, type EventCounts } from 'telemetry-v3/client';
export const counts: Promise<EventCounts> = connect({ api: 'http://127.0.0.1:4331' }).counts();
const findings: readonly Finding[] = validate({ method: 'log', args: [] }).findings;
export const first: string | undefined = findings[0]?.code;
`,
  );
  compile(source, { skipLibCheck: false, lib: ['ES2022'] });
});

it('the npm package has a Playwright fixture and a reporter that compile in a strict project and run in Playwright', () => {
  // The user's project has Playwright. A second copy of it would fail to run.
  symlinkSync(join(process.cwd(), 'node_modules/@playwright'), join(folder, 'node_modules/@playwright'));
  const source = join(folder, 'watched');
  mkdirSync(source);
  writeFileSync(
    join(source, 'typed.ts'),
    `import { expect, type Telemetry, type TelemetryTestFixtures, telemetryFixtures, test } from 'telemetry-v3/playwright';
import TelemetryReporter, { type TelemetryReporterOptions } from 'telemetry-v3/playwright-reporter';
const options: TelemetryReporterOptions = { report: ['telemetry.html'] };
export const reporter: object = new TelemetryReporter(options);
const kinds = (telemetry: Telemetry): readonly string[] => telemetry.events('is:invalid').map(({ name }) => name);
test.use({ collector: 'continue', quiet: 100 });
test.extend<{ readonly own: number }>({ own: 1 }).extend<TelemetryTestFixtures>(telemetryFixtures)('own', async ({ own, telemetry }) => {
  expect([own, ...kinds(telemetry)]).toEqual([1]);
  await expect(telemetry).not.toHaveEvent({ eid: 'START', edata: { type: expect.any(String) } }, { timeout: 500 });
  await expect(telemetry).toHaveNoInvalidEvents({ rules: ['definition'], allowEmpty: true });
});
`,
  );
  compile(source, { skipLibCheck: true, lib: ['ES2022', 'DOM'] });
  writeFileSync(
    join(source, 'playwright.config.js'),
    `export default {
  testMatch: 'typed.ts',
  reporter: [['line'], ['telemetry-v3/playwright-reporter', { report: 'telemetry.json' }]],
};`,
  );
  const playwright = join(process.cwd(), 'node_modules/@playwright/test/cli.js');
  const out = run(process.execPath, [playwright, 'test'], source);
  expect(out).toContain('1 passed');
  expect(out).toContain('Telemetry of 1 test: 0 events, 0 invalid, 0 lost');
  expect(JSON.parse(readFileSync(join(source, 'telemetry.json'), 'utf8')).totals.items).toBe(0);
});
