import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { eventOf } from '../../core/telemetry/sample-events';
import { runCli, runOn } from './run-cli';

const invalidCall = JSON.stringify({ method: 'interact', args: [{ type: 'click', id: 'next' }] });
const validCall = JSON.stringify({ method: 'interact', args: [{ type: 'TOUCH', id: 'next' }] });
const createOpen = (text: string) =>
  async function* open() {
    yield new TextEncoder().encode(text);
  };
const validateUnix = (text: string, file = 'events/a.ndjson', ...args: string[]) =>
  runCli(['validate', file, '--format', 'unix', ...args], { open: createOpen(text) });

const { problemMatcher } = JSON.parse(readFileSync('build/package/problem-matcher.json', 'utf8'));
const [
  {
    pattern: [pattern],
  },
] = problemMatcher;
/** Matches a line as the runner of GitHub Actions does. */
const matchLine = (line: string) => {
  const found = new RegExp(pattern.regexp).exec(line);
  return (
    found && {
      file: found[pattern.file],
      line: Number(found[pattern.line]),
      column: Number(found[pattern.column]),
      severity: found[pattern.severity],
      message: found[pattern.message],
      code: found[pattern.code],
    }
  );
};
const linesOf = (text: string) => text.split('\n').slice(0, -1);

it('--format unix writes one line per finding: path, line, column, severity, message and rule', async () => {
  const { out, code, summary } = await validateUnix(`${validCall}\n${invalidCall}\n{"eid" 1}\n`);
  expect(linesOf(out)).toEqual([
    expect.stringMatching(/^events\/a\.ndjson:2:1: error: data\.type .*click.* \[definition\/not-in-list\]$/),
    expect.stringMatching(/^events\/a\.ndjson:3:8: error: Column 8: .* \[format\/not-json\]$/),
  ]);
  expect(code).toBe(1);
  expect(summary).toContain('2 errors');
});

it('--format unix shows the request of a HAR file', async () => {
  const request = {
    method: 'POST',
    url: 'https://c.example/t',
    postData: { text: JSON.stringify({ events: [eventOf('interact', { type: 'click', id: 'next' })] }) },
  };
  const har = JSON.stringify({ log: { version: '1.2', entries: [{ request }] } });
  const { out } = await validateUnix(har, 'a.har');
  expect(linesOf(out)).toContainEqual(
    expect.stringMatching(/^a\.har:1:1: error: .* \(request 1, https:\/\/c\.example\/t\) \[/),
  );
});

it('--format unix is parsed by the problem matcher for any event and file name', async () => {
  const hostile = JSON.stringify({
    method: 'interact',
    args: [{ type: 'a:1:2: error: b [x/y]\n::error::\u001b[31m\u0085\u2028', id: 'next', 'x\n##[error]': 1 }],
  });
  const { out } = await validateUnix(`${invalidCall}\n${hostile}\n`, 'C:\\a b\n::error::[1]: x.ndjson');
  const { lines } = await runOn(`${invalidCall}\n${hostile}\n`, ['validate']);
  const findings = lines.flatMap((line) => line.findings.map((finding) => ({ ...finding, line: line.line })));
  expect(linesOf(out).map(matchLine)).toEqual(
    findings.map(({ line, severity, ruleSet, code }) => ({
      file: String.raw`C:\a b\u000a::error::[1]: x.ndjson`,
      line,
      column: 1,
      severity: severity === 'info' ? 'notice' : severity,
      message: expect.any(String),
      code: `${ruleSet}/${code}`,
    })),
  );
  expect(findings.length).toBeGreaterThan(2);
  for (const character of out.replaceAll('\n', '')) expect(character).toMatch(/^\P{Cc}$/u);
});

it('--format unix omits findings of the baseline, and writes no annotations in GitHub Actions', async () => {
  const entry = {
    ruleSet: 'definition',
    code: 'not-in-list',
    path: 'data.type',
    kind: 'interact',
    type: 'click',
    id: 'next',
    pageid: null,
  };
  const baseline = JSON.stringify({ format: 'telemetry-v3-baseline', version: 1, findings: [entry] });
  const deps = { open: createOpen(invalidCall), readText: async () => baseline };
  expect((await runCli(['validate', '-f', 'unix', '--baseline', 'b.json'], deps)).out).toBe('');
  const onGithub = { open: createOpen(invalidCall), env: { GITHUB_ACTIONS: 'true' } };
  expect((await runCli(['validate', '-f', 'json'], onGithub)).err).toContain('::error');
  const { out, err } = await runCli(['validate', '-f', 'unix'], onGithub);
  expect([linesOf(out).length, err]).toEqual([1, '']);
});
