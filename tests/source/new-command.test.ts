import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generate } from '#build/new/generate';

const NOT_COPIED = /^(?:\.git|node_modules|test-results|\.output\/(?!types(?:\/|$)).*)$/;

/** The checks of the copy take long on a busy machine. */
const TIMEOUT_MS = 600_000;

describe('new files', () => {
  const copy = mkdtempSync(join(tmpdir(), 'new-'));
  const run = (command: string, ...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: copy, encoding: 'utf8' });
    return { status, output: `${stdout}${stderr}` };
  };
  const createdFiles = new Set<string>();

  /** Creates files as the command does, but neither formats them nor updates the documents. */
  function createFiles(...args: readonly string[]): void {
    const read = (path: string) => (existsSync(join(copy, path)) ? readFileSync(join(copy, path), 'utf8') : null);
    const files = generate(args, { read });
    if (!files.ok) throw new Error(files.failure);
    for (const [path, text] of files.value) {
      mkdirSync(join(copy, dirname(path)), { recursive: true });
      writeFileSync(join(copy, path), text);
      createdFiles.add(path);
    }
  }

  const sources = () => [...createdFiles].filter((path) => /\.tsx?$/.test(path));
  const biome = (...args: readonly string[]) => run('npx', '--no-install', 'biome', 'check', ...args, ...sources());

  beforeAll(() => {
    cpSync('.', copy, { recursive: true, filter: (path) => !NOT_COPIED.test(relative('.', path)) });
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
    run('git', 'init', '--quiet');
    createFiles('view', 'page-visits');
    createFiles('format', 'line-list');
    createFiles('rule', 'channel-names');
    biome('--write');
    // A run of the command is slow, so there is only one. It updates the documents for all created files.
    const { status, output } = run('npm', 'run', '--silent', 'new', '--', 'kind', 'visit');
    expect(output).not.toMatch(/\berror\b/i);
    expect(status).toBe(0);
    for (const path of output.trim().split('\n')) createdFiles.add(path);
  }, TIMEOUT_MS);

  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it(
    'the files of npm run new have valid types, formatting, names, docstrings and messages, and no unused code',
    () => {
      const results = ['typecheck', 'lint:names', 'lint:docstrings', 'locales', 'unused'].map((name) => {
        const { status, output } = run('npm', 'run', '--silent', name);
        return [name, status, status === 0 ? '' : output];
      });
      expect(results.filter(([, status]) => status !== 0)).toEqual([]);
      expect(sources().length).toBeGreaterThan(10);
      const { status, output } = biome();
      expect([status, status === 0 ? '' : output]).toEqual([0, '']);
    },
    TIMEOUT_MS,
  );

  it(
    'the files of npm run new pass their own tests, the tests of lists that include them, and those of messages and documents',
    () => {
      const tests = sources().filter((path) => path.includes('.test.'));
      expect(tests).toHaveLength(4);
      const others = [
        'convert-command',
        'panel-views',
        'registries',
        'tests/unit/core/telemetry',
        'tests/unit/core/rules',
        'event-pattern',
        'tests/unit/page/hook/sdk',
        'tests/source/locales',
        'tests/source/file-formats',
      ];
      const { status, output } = run('npx', '--no-install', 'vitest', 'run', '--reporter=dot', ...tests, ...others);
      expect([status, status === 0 ? '' : output]).toEqual([0, '']);
    },
    TIMEOUT_MS,
  );
});
