import { describe, expect, it } from 'vitest';
import { succeed } from '#core/util/result';
import type { CliDeps } from '#node/cli/cli-deps';
import { eventOf } from '../../core/telemetry/sample-events';
import { runCli, runOn } from './run-cli';

const lines = (...items: unknown[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('');
const impressionOn = (pageid: string, mid = 'm') => ({
  ...(eventOf('impression', { type: 'seen', pageid }) as Record<string, unknown>),
  mid,
});

/** Creates files in memory that a command reads and writes. */
function createMemoryFiles(
  files: Record<string, string> = {},
): Pick<CliDeps, 'exists' | 'readText' | 'writeText'> & { files: typeof files } {
  return {
    files,
    exists: (file) => file in files,
    readText: async (file) => {
      const text = files[file];
      if (text === undefined) throw Object.assign(new Error('no'), { code: 'ENOENT' });
      return text;
    },
    writeText: async (file, texts) => {
      files[file] = [...texts].join('');
    },
  };
}

const validate = (input: string, deps: Partial<CliDeps>, ...args: string[]) =>
  runOn(input, ['validate', ...args], { deps });

it('a baseline matches a finding in another event of the same page, and no other finding', async () => {
  const deps = createMemoryFiles();
  const update = await validate(lines(impressionOn('home')), deps, '--baseline=b.json', '--update-baseline');
  expect([update.code, update.err]).toEqual([0, 'Wrote 1 finding to b.json.\n']);
  expect(JSON.parse(deps.files['b.json'] ?? '')).toEqual({
    format: 'telemetry-v3-baseline',
    version: 1,
    findings: [
      {
        ruleSet: 'definition',
        code: 'not-in-list',
        path: 'edata.type',
        kind: 'impression',
        type: 'seen',
        id: null,
        pageid: 'home',
      },
    ],
  });
  const again = await validate(lines(impressionOn('home', 'other')), deps, '--baseline=b.json');
  expect([again.code, again.err]).toEqual([0, '']);
  expect(again.lines).toMatchObject([{ verdict: 'invalid', findings: [{ code: 'not-in-list', known: true }] }]);
  const other = await validate(lines(impressionOn('home'), impressionOn('about')), deps, '--baseline=b.json');
  expect(other.code).toBe(1);
  expect(other.lines.map(({ findings }) => findings[0]?.known)).toEqual([true, undefined]);
  expect((await validate(lines(impressionOn('home')), deps, '--baseline=b.json', '--quiet')).out).toBe('');
});

it('baseline entries that are no longer found are listed', async () => {
  const deps = createMemoryFiles();
  await validate(lines(impressionOn('home'), impressionOn('about')), deps, '--baseline=b.json', '--update-baseline');
  const { err, code } = await validate(lines(impressionOn('home')), deps, '--baseline=b.json');
  expect([code, err]).toEqual([
    0,
    'In the baseline, but no longer found: 1. Remove with --update-baseline.\n  definition/not-in-list at edata.type of impression seen about\n',
  ]);
});

it('a baseline contains no invalid lines and no secrets', async () => {
  const deps = createMemoryFiles();
  const token = `eyJ${'a'.repeat(20)}.eyJ${'b'.repeat(20)}.sig`;
  await validate(
    `{"eid"\n${lines(impressionOn(token), impressionOn('of rosa@school.example'))}`,
    deps,
    '--baseline=b.json',
    '--update-baseline',
  );
  expect(deps.files['b.json']).not.toMatch(/eyJ|rosa/);
  expect(deps.files['b.json']).not.toContain('"ruleSet":"format"');
  expect((await validate('{"eid"\n', deps, '--baseline=b.json')).code).toBe(1);
});

it('a baseline contains no email address in the name of a field, and still matches its finding', async () => {
  const deps = createMemoryFiles();
  const event = eventOf('impression', { type: 'view', pageid: 'home', 'rosa@school.example': { otp: '4711' } });
  await validate(lines(event), deps, '--baseline=b.json', '--update-baseline');
  expect(JSON.parse(deps.files['b.json'] ?? '').findings).toMatchObject([
    { path: 'edata.email-1@redacted.invalid.otp' },
  ]);
  expect((await validate(lines(event), deps)).code).toBe(1);
  expect((await validate(lines(event), deps, '--baseline=b.json')).code).toBe(0);
});

it.each([
  ['is missing', {}, "Couldn't read b.json: no such file.\n"],
  ['is not JSON', { 'b.json': '{' }, 'b.json: line 1, column 2: Unexpected end'],
  ['is another JSON document', { 'b.json': '{}' }, 'b.json is not a baseline. Name another file to write one'],
])(
  'a baseline that %s ends the run with an error message and exit code 2',
  async (_, files: Record<string, string>, sentence) => {
    const { err, code } = await validate(lines(impressionOn('home')), createMemoryFiles(files), '--baseline=b.json');
    expect(code).toBe(2);
    expect(err).toContain(sentence);
  },
);

it.each(['{"name": "my-app"}', '{"format": "telemetry-v3-baseline", "version": 2, "findings": []}', '<<<<<<< HEAD\n'])(
  'updating the baseline does not overwrite a file that is not a baseline: %s',
  async (text) => {
    const deps = createMemoryFiles({ 'b.json': text });
    const { err, code } = await validate(lines(impressionOn('home')), deps, '--baseline=b.json', '--update-baseline');
    expect([code, deps.files['b.json']]).toEqual([2, text]);
    expect(err).toMatch(/^b\.json(?: is not a baseline|: line 1)/);
  },
);

describe('a partial run', () => {
  const homeAndAbout = lines(impressionOn('home'), impressionOn('about'));
  const writeBaseline = async (deps: ReturnType<typeof createMemoryFiles>) => {
    await validate(homeAndAbout, deps, '--baseline=b.json', '--update-baseline');
    return JSON.parse(deps.files['b.json'] ?? '').findings.length;
  };

  it.each([
    ['with a filter', ['--filter', 'pageid:home']],
    ['by other rule sets', ['--rules', 'privacy']],
    ['for errors only', ['--severity', 'error', '--rules', 'hints']],
  ])('updating the baseline %s removes no finding that the run did not check', async (_, args) => {
    const deps = createMemoryFiles();
    const before = await writeBaseline(deps);
    const update = await validate(lines(impressionOn('home')), deps, '--baseline=b.json', '--update-baseline', ...args);
    expect(update.code).toBe(0);
    expect(JSON.parse(deps.files['b.json'] ?? '').findings).toHaveLength(before);
    const { err } = await validate(lines(impressionOn('home')), deps, '--baseline=b.json', ...args);
    expect(err).not.toContain('no longer found');
  });

  it('updating the baseline retains the findings of an unreadable file, and exits with 1', async () => {
    const deps = createMemoryFiles();
    const before = await writeBaseline(deps);
    async function* open(file: string) {
      if (file === 'missing.ndjson') throw Object.assign(new Error('no'), { code: 'ENOENT' });
      yield Buffer.from(lines(impressionOn('home')));
    }
    const args = ['validate', 'a.ndjson', 'missing.ndjson', '--baseline=b.json', '--update-baseline'];
    expect((await runCli(args, { ...deps, exists: () => true, open })).code).toBe(1);
    expect(JSON.parse(deps.files['b.json'] ?? '').findings).toHaveLength(before);
  });
});

it('a configuration and a baseline can start with a byte order mark', async () => {
  const deps = createMemoryFiles();
  await validate(lines(impressionOn('home')), deps, '--baseline=b.json', '--update-baseline');
  deps.files['b.json'] = `\ufeff${deps.files['b.json']}`;
  deps.files['c.json'] = '\ufeff{"baseline": "b.json"}';
  expect((await validate(lines(impressionOn('home')), deps, '--config=c.json')).code).toBe(0);
});

describe('configuration files', () => {
  const withConfig = (config: unknown, input: string, ...args: string[]) =>
    validate(input, createMemoryFiles({ 'c.json': JSON.stringify(config) }), '--config=c.json', ...args);

  it('a configuration sets severities by code, or by rule set and code', async () => {
    const severities = { 'not-in-list': 'off', 'definition/not-in-list': 'warning' };
    const { lines: out, code } = await withConfig({ severities }, lines(impressionOn('home')));
    expect(out).toMatchObject([{ verdict: 'valid', findings: [{ severity: 'warning' }] }]);
    expect(code).toBe(0);
    const limited = await withConfig({ severities }, lines(impressionOn('home')), '--max-warnings=0');
    expect([limited.code, limited.err]).toEqual([1, '1 warning: more than --max-warnings 0.\n']);
  });

  it.each([
    [{ path: 'edata', reason: 'x' }, []],
    [{ path: 'edata.type', code: 'not-in-list', reason: 'x' }, []],
    [{ path: 'edata.type', code: 'missing', reason: 'x' }, ['not-in-list']],
    [{ filter: 'pageid:home', reason: 'x' }, []],
    [{ filter: 'pageid:about', reason: 'x' }, ['not-in-list']],
  ])('a configuration ignores findings with the ignore rule %j', async (rule, codes) => {
    const { lines: out } = await withConfig({ ignore: [rule] }, lines(impressionOn('home')));
    expect(out[0]?.findings.map(({ code }) => code)).toEqual(codes);
  });

  it.each(['not-in-list', 'definition/not-in-list'])(
    'a configuration ignores findings with the code %s',
    async (code) => {
      const config = { ignore: [{ code, reason: 'known' }] };
      expect((await withConfig(config, lines(impressionOn('home')))).code).toBe(0);
    },
  );

  it('a configuration selects rule sets, and a command-line option has precedence', async () => {
    const config = { rules: ['ingestion'] };
    const ruleSetsOf = async (...args: string[]) =>
      (await withConfig(config, lines(impressionOn('home')), ...args)).lines[0]?.findings.map(({ ruleSet }) => ruleSet);
    expect(await ruleSetsOf()).toEqual(['ingestion']);
    expect(await ruleSetsOf('--rules=definition')).toEqual(['definition']);
  });

  it('a configuration is found by its file name, unless an option selects another one or none', async () => {
    const files = createMemoryFiles({
      '/up/telemetry-v3.config.json': JSON.stringify({ rules: ['ingestion'] }),
      'c.json': '{}',
    });
    const deps = { ...files, findConfig: () => succeed('/up/telemetry-v3.config.json') };
    const ruleSets = async (...args: string[]) =>
      (await validate(lines(impressionOn('home')), deps, ...args)).lines[0]?.findings.map(({ ruleSet }) => ruleSet);
    expect(await ruleSets()).toEqual(['ingestion']);
    expect(await ruleSets('--config=c.json')).toEqual(['definition']);
    expect(await ruleSets('--no-config')).toEqual(['definition']);
  });

  it('a configuration runs custom rules', async () => {
    const customRules = { page: (_: unknown, get: (path: string) => unknown) => `No page ${get('edata.pageid')}.` };
    const importDefault = async () => ({ customRules, ignore: [{ code: 'not-in-list', reason: 'x' }] });
    const { lines: out, code } = await validate(lines(impressionOn('home')), { importDefault }, '--config=c.mjs');
    expect(out).toMatchObject([
      { verdict: 'invalid', findings: [{ ruleSet: 'custom:page', code: 'custom', message: 'No page home.' }] },
    ]);
    expect(code).toBe(1);
  });

  it('the failOn setting of a configuration decides which severities fail the run', async () => {
    const config = { severities: { 'not-in-list': 'warning' }, failOn: 'warning' };
    expect((await withConfig(config, lines(impressionOn('home')))).code).toBe(1);
    expect((await withConfig(config, lines(impressionOn('home')), '--fail-on=error')).code).toBe(0);
    expect(
      (await withConfig({ severities: { 'not-in-list': 'info' }, failOn: 'info' }, lines(impressionOn('home')))).code,
    ).toBe(1);
    const omitted = await withConfig(config, lines(impressionOn('home')), '--severity=error');
    expect([omitted.code, omitted.err]).toEqual([
      2,
      '--severity error omits the findings of severity warning that fail the run. Set --fail-on.\n',
    ]);
  });

  it('the baseline path of a configuration is relative to the configuration file', async () => {
    const deps = createMemoryFiles({ 'web/c.json': JSON.stringify({ baseline: 'known.json' }) });
    await validate(lines(impressionOn('home')), deps, '--config=web/c.json', '--update-baseline');
    expect(deps.files['web/known.json']).toContain('not-in-list');
    expect((await validate(lines(impressionOn('home')), deps, '--config=web/c.json')).code).toBe(0);
  });

  it('a configuration can be a module', async () => {
    const importDefault = async () => ({ rules: ['ingestion'] });
    const { lines: out } = await validate(lines(impressionOn('home')), { importDefault }, '--config=c.mjs');
    expect(out[0]?.findings).toMatchObject([{ ruleSet: 'ingestion' }]);
  });

  it.each([
    [{ rule: [] }, 'c.json: unknown field rule in the configuration. Did you mean rules?'],
    [{ rules: ['own'] }, 'c.json: rules: Unknown rule set "own". Rule sets: definition'],
    [{ rules: ['privcy'] }, 'Did you mean privacy?'],
    [{ rules: [] }, 'c.json: rules can be empty only with schemas or customRules.'],
    [
      { severities: { missing: 'fatal' } },
      'c.json: severities.missing must be one of error, warning, info, off; got "fatal".',
    ],
    [{ severities: { missing: 'eror' } }, 'Did you mean error?'],
    [{ severities: { mising: 'off' } }, 'c.json: severities: Unknown code "mising". Did you mean missing?'],
    [{ severities: { 'privcy/secret': 'off' } }, 'c.json: severities: Unknown code "privcy/secret".'],
    [
      { ignore: [{ code: 'unknown-feild', reason: 'x' }] },
      'c.json: ignore.0: Unknown code "unknown-feild". Did you mean unknown-field?',
    ],
    [
      { ignore: [{ path: 'edta.id', reason: 'x' }] },
      'c.json: ignore.0: no finding has the path edta.id. Did you mean edata?',
    ],
    [
      { ignore: [{ path: 'edata', reson: 'x', reason: 'x' }] },
      'c.json: unknown field reson in ignore.0. Did you mean reason?',
    ],
    [{ customRules: { own: 1 } }, 'c.json: customRules.own must be a function in a .mjs or .ts file'],
    [{ failOn: 'eror' }, 'c.json: failOn must be one of error, warning, info; got "eror". Did you mean error?'],
    [{ ignore: [{ filter: 'kind:intract', reason: 'x' }] }, 'Did you mean kind:interact?'],
    [{ ignore: [{ path: 'edata' }] }, 'c.json: ignore.0.reason is not valid.'],
    [{ ignore: [{ reason: 'x' }] }, 'c.json: ignore.0 needs a code, a path or a filter.'],
    [{ ignore: [{ filter: ' ', reason: 'x' }] }, 'c.json: ignore.0 needs a code, a path or a filter.'],
    [{ ignore: [{ path: 'edata.items[0]', reason: 'x' }] }, 'Did you mean edata.items.0?'],
    [
      { ignore: [{ code: 'steam/duplicate-mid', reason: 'x' }] },
      'c.json: ignore.0: Unknown code "steam/duplicate-mid".',
    ],
    [{ ignore: [{ reason: 'x', filter: 'is:lost' }] }, 'c.json: ignore.0.filter: “is:lost” needs the journey'],
  ])('the configuration %j is rejected with an error message and exit code 2', async (config, sentence) => {
    const { err, code, out } = await withConfig(config, lines(impressionOn('home')));
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(sentence);
    expect(err.trim().split('\n')).toHaveLength(1);
  });

  it('a configuration that throws, or has types that this Node.js cannot strip, is reported', async () => {
    const throwing = (error: Error) => async () => {
      throw error;
    };
    const broken = await validate('', { importDefault: throwing(new Error('no\nstack')) }, '--config=c.mjs');
    expect([broken.code, broken.err]).toEqual([2, "Couldn't load c.mjs: no\n"]);
    const error = Object.assign(new Error(), { code: 'ERR_UNKNOWN_FILE_EXTENSION' });
    const withTypes = await validate('', { importDefault: throwing(error) }, '--config=c.ts');
    expect(withTypes.err).toContain("this Node.js doesn't strip types");
  });
});
