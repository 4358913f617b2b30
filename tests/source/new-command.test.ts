import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const NOT_COPIED = /^(?:\.git|node_modules|test-results|\.output\/(?!types(?:\/|$)).*)$/;

/** What the copy is checked with takes long on a busy machine. */
const TIMEOUT_MS = 600_000;

describe('new files', () => {
  const copy = mkdtempSync(join(tmpdir(), 'new-'));
  const run = (command: string, ...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, encoding: 'utf8' });
    return { status, output: `${stdout}${stderr}` };
  };
  const made: string[] = [];

  beforeAll(() => {
    cpSync('.', copy, { recursive: true, filter: (path) => !NOT_COPIED.test(relative('.', path)) });
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
    run('git', 'init', '--quiet');
    for (const args of [
      ['view', 'page-visits'],
      ['format', 'line-list'],
      ['kind', 'visit'],
    ]) {
      const { status, output } = run('npm', 'run', '--silent', 'new', '--', ...args);
      expect(output).not.toMatch(/\berror\b/i);
      expect(status).toBe(0);
      made.push(...output.trim().split('\n'));
    }
  }, TIMEOUT_MS);

  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it(
    'what npm run new makes has sound types, formatting, names, docstrings and texts, and nothing unused',
    () => {
      const ran = ['typecheck', 'lint:names', 'lint:docstrings', 'locales', 'unused'].map((name) => {
        const { status, output } = run('npm', 'run', '--silent', name);
        return [name, status, status === 0 ? '' : output];
      });
      expect(ran.filter(([, status]) => status !== 0)).toEqual([]);
      const sources = made.filter((path) => /\.tsx?$/.test(path));
      expect(sources.length).toBeGreaterThan(5);
      const { status, output } = run('npx', '--no-install', 'biome', 'check', ...sources);
      expect([status, status === 0 ? '' : output]).toEqual([0, '']);
    },
    TIMEOUT_MS,
  );

  it(
    'what npm run new makes passes its tests, those of the lists that it is in, and those of texts and documents',
    () => {
      const tests = made.filter((path) => path.includes('.test.'));
      expect(tests).toHaveLength(3);
      const others = [
        'convert-command',
        'panel-views',
        'registries',
        'tests/unit/core/telemetry',
        'ingestion-rules',
        'event-pattern',
        'tests/unit/page/hook',
        'tests/source/locales',
        'tests/source/file-formats',
      ];
      const { status, output } = run('npx', '--no-install', 'vitest', 'run', '--reporter=dot', ...tests, ...others);
      expect([status, status === 0 ? '' : output]).toEqual([0, '']);
    },
    TIMEOUT_MS,
  );
});
