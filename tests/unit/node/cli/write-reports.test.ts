import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CliDeps } from '#node/cli/cli-deps';
import { runCli, runOn } from './run-cli';

const invalidCall = `${JSON.stringify({ method: 'interact', args: [{ type: 'click', id: 'next' }] })}\n`;

it('validate --report writes the format of each file extension', async () => {
  const { files, deps } = createMemoryFileDeps();
  const names = ['a.xml', 'b.sarif', 'c.md', 'd.html', 'E.JSON'];
  const { code } = await runOn(invalidCall, ['validate', ...names.flatMap((name) => ['--report', name])], { deps });
  expect(code).toBe(1);
  expect([...files.keys()]).toEqual(names);
  expect(files.get('a.xml')).toContain('<testsuites>');
  expect(JSON.parse(files.get('b.sarif') ?? '').version).toBe('2.1.0');
  expect(files.get('c.md')).toContain('### Errors: 1');
  expect(files.get('d.html')).toContain('<!doctype html>');
  expect(JSON.parse(files.get('E.JSON') ?? '')).toMatchObject({
    format: 'telemetry-v3-report',
    totals: { items: 1, severities: { error: 1 } },
    items: [{ line: 1, findings: [{ code: 'not-in-list' }], source: expect.stringContaining('"click"') }],
  });
});

it('validate --report lists only items that the filter selects', async () => {
  const { files, deps } = createMemoryFileDeps();
  const other = JSON.stringify({ method: 'log', args: [{}] });
  await runOn(`${invalidCall}${other}\n`, ['validate', '--filter', 'kind:interact', '--report', 'a.json'], { deps });
  const { items, totals } = JSON.parse(files.get('a.json') ?? '');
  expect([items.length, totals.items]).toEqual([1, 1]);
});

it('validate --report lists an invalid line', async () => {
  const { files, deps } = createMemoryFileDeps();
  await runOn('{"method": }\n', ['validate', '--report', 'a.json'], { deps });
  expect(JSON.parse(files.get('a.json') ?? '').items).toMatchObject([{ source: null, line: 1, verdict: 'unknown' }]);
});

it('validate --report writes the path of a duplicate’s first event like other paths, relative to the working directory', async () => {
  const { files, deps } = createMemoryFileDeps();
  const context = { channel: 'learn', env: 'player', pdata: { id: 'app' } };
  const event = `${JSON.stringify({
    ...{ eid: 'INTERACT', ets: 1_700_000_000_000, ver: '3.0', mid: 'INTERACT:1', actor: { id: 'u', type: 'User' } },
    ...{ context, edata: { type: 'click', id: 'next' } },
  })}\n`;
  const args = ['validate', join(process.cwd(), 'a.ndjson'), '--rules', 'definition', '--fate', '--report', 'r.json'];
  await runOn(event + event, args, { deps });
  expect(JSON.parse(files.get('r.json') ?? '').items[1]).toMatchObject({
    file: 'a.ndjson',
    fate: { reason: 'duplicate', related: { file: 'a.ndjson', line: 1 } },
  });
});

it('validate --report rejects an unknown file extension', async () => {
  const { code, err } = await runOn(invalidCall, ['validate', '--report', 'report.txt']);
  expect([code, err]).toEqual([
    2,
    'Unknown file extension: report.txt. Supported: .codequality.json, .xml, .sarif, .md, .html, .json.\n',
  ]);
});

it('validate --report fails with an error message if the file cannot be written', async () => {
  const writeText = async () => {
    throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
  };
  const { code, err } = await runOn(invalidCall, ['validate', '--report', 'no/a.md'], { deps: { writeText } });
  expect([code, err]).toEqual([2, "Couldn't write no/a.md: no such file.\n"]);
});

it('an unwritable report is reported before any input is read', async () => {
  const findWriteProblem = async (file: string) => (file === 'no/a.md' ? 'there is no folder no' : null);
  const open = () => {
    throw new Error('read');
  };
  const options = { open, findWriteProblem };
  const { code, err } = await runCli(['validate', 'a.ndjson', '--report', 'b.md', '--report', 'no/a.md'], options);
  expect([code, err]).toEqual([2, "Couldn't write no/a.md: there is no folder no.\n"]);
  const baseline = await runCli(['validate', 'a.ndjson', '--baseline', 'no/a.md', '--update-baseline'], options);
  expect([baseline.code, baseline.err]).toEqual([2, err]);
});

it('a report cannot overwrite an input', async () => {
  const { code, err } = await runOn(invalidCall, ['validate', './a.json', '--report', 'a.json']);
  expect([code, err]).toEqual([2, 'a.json is an input. Write to another file.\n']);
});

it.each([
  ['baseline', ['validate', '--baseline', 'a.json']],
  ['baseline of an audit', ['sessions', '--audit', '--baseline', 'a.json']],
  ['configuration', ['validate', '--config', 'a.json']],
  ['configuration of an audit', ['sessions', '--audit', '--config', 'a.json']],
])('a report cannot overwrite the %s of the run', async (name, args) => {
  const empty = name.startsWith('baseline')
    ? '{"format": "telemetry-v3-baseline", "version": 1, "findings": []}'
    : '{}';
  const { code, err } = await runOn(invalidCall, [...args, '--report', './a.json'], {
    deps: { readText: async () => empty },
  });
  expect([code, err]).toEqual([2, './a.json is an input. Write to another file.\n']);
});

it('a report cannot overwrite an input through a link', async () => {
  const identifyFile = async () => '1:2';
  const { code, err } = await runOn(invalidCall, ['validate', 'a.json', '--report', 'link.json'], {
    deps: { identifyFile },
  });
  expect([code, err]).toEqual([2, 'link.json is an input. Write to another file.\n']);
});

it('a report cannot overwrite another output of the run, such as the baseline', async () => {
  const args = ['validate', '--report', 'a.json', '--baseline', './a.json', '--update-baseline'];
  const { code, err } = await runOn(invalidCall, args);
  expect([code, err]).toEqual([2, './a.json is another output, too. Write to different files.\n']);
});

it('a job summary that cannot be written is reported, without changing the exit code', async () => {
  const appendText = async () => {
    throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  };
  const deps = { appendText, env: { GITHUB_STEP_SUMMARY: 'summary.md' } };
  const { code, err } = await runOn(invalidCall, ['validate'], { deps });
  expect([code, err]).toEqual([1, "Couldn't write the job summary: no space left on the device.\n"]);
});

describe('paths in reports', () => {
  const workspace = process.cwd();
  it.each([
    ['relative to the working directory', {}, `${workspace}/events/a.ndjson`, 'events/a.ndjson'],
    [
      'relative to the repository that is checked out',
      { GITHUB_WORKSPACE: join(workspace, '..') },
      'a.ndjson',
      `${basename(workspace)}/a.ndjson`,
    ],
    [
      'relative to the repository that GitLab has checked out',
      { CI_PROJECT_DIR: join(workspace, '..') },
      'a.ndjson',
      `${basename(workspace)}/a.ndjson`,
    ],
    ['absolute outside of both', {}, '../a.ndjson', join(workspace, '../a.ndjson').replaceAll('\\', '/')],
    ['a hyphen for standard input', {}, '-', '-'],
  ])('file paths in a report are %s', async (_, env, file, expected) => {
    const { files, deps } = createMemoryFileDeps();
    await runOn(invalidCall, ['validate', file, '--report', 'a.json'], { deps: { ...deps, env } });
    expect(JSON.parse(files.get('a.json') ?? '').items[0].file).toBe(expected);
  });
});

describe('in GitHub Actions', () => {
  const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: 'summary.md' };

  it('validate in GitHub Actions adds one table per severity to the job summary, and writes annotations', async () => {
    const { files, deps } = createMemoryFileDeps([['summary.md', 'Before\n']]);
    const { err, out } = await runOn(invalidCall, ['validate'], { deps: { ...deps, env } });
    expect(files.get('summary.md')).toMatch(/^Before\n## Telemetry V3\n[\s\S]*### Errors: 1\n/);
    expect(err).toMatch(/^::error title=definition\/not-in-list::data\.type must be one of .*\n$/);
    expect(out).not.toContain('::');
  });

  it('validate in GitHub Actions does not write to a job summary that is already full', async () => {
    const before = 'x'.repeat(1_000_000);
    const { files, deps } = createMemoryFileDeps([['summary.md', before]]);
    await runOn(invalidCall, ['validate'], { deps: { ...deps, env } });
    expect(files.get('summary.md')).toBe(before);
  });

  it('validate writes no annotations outside of GitHub Actions', async () => {
    expect((await runOn(invalidCall, ['validate'])).err).toBe('');
  });
});

function createMemoryFileDeps(before: readonly (readonly [string, string])[] = []) {
  const files = new Map(before);
  const deps: Partial<CliDeps> = {
    writeText: async (file, texts) => {
      files.set(file, [...texts].join(''));
    },
    appendText: async (file, text) => {
      files.set(file, (files.get(file) ?? '') + text);
    },
    readText: async (file) => files.get(file) ?? '',
    exists: (file) => files.has(file),
  };
  return { files, deps };
}
