import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findChromium } from '#tests/drivers/browser/find-chromium';
import { localMachine } from '#tests/drivers/browser/local-machine';
import { itUnless } from '#tests/drivers/it-unless';
import { installPackage } from './install-package';

const MODULES = join(process.cwd(), 'node_modules');
const CI = 'examples/ci';
const VALIDATE = /telemetry-v3 validate/;
const parent = mkdtempSync(join(tmpdir(), 'telemetry-v3-examples-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));
const example = join(parent, 'example');
const manifest = JSON.parse(readFileSync('examples/playwright/package.json', 'utf8'));
const chromium = findChromium(localMachine);
/** Tests that run `npm test` of the example, which opens a browser. */
const itInBrowser = (title: string, test: () => void) => itUnless(chromium.ok ? null : chromium.failure, title, test);

beforeAll(() => {
  installPackage(parent);
  cpSync('examples/playwright', example, { recursive: true });
  // Links to packages of this repository replace what a user's `npm install` adds to the package.
  const link = (from: string, to: string) => symlinkSync(join(MODULES, from), join(parent, 'node_modules', to));
  mkdirSync(join(parent, 'node_modules/@project-sunbird'));
  link('@playwright', '@playwright');
  link('@playwright/test/cli.js', '.bin/playwright');
  link('sdk-2.0.1', '@project-sunbird/telemetry-sdk');
});

/** Runs a command line in the example's folder. Throws if it fails. */
function run(command: string, cwd = example): string {
  const path = chromium.ok ? { CHROMIUM_PATH: chromium.value.path } : {};
  // The variables of the workflow that runs these tests must not affect the command.
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY, ...env } = process.env;
  return execFileSync('sh', ['-c', command.replaceAll('npx ', 'npx --no-install ')], {
    cwd,
    env: { ...env, ...path, PORT: '4387' },
    encoding: 'utf8',
  });
}

itInBrowser('the example for Playwright passes, and reports the emitted events', () => {
  const out = run('npm test');
  expect(out).toContain('3 passed');
  expect(out.slice(out.indexOf('Telemetry of'))).toMatch(/^Telemetry of 3 tests: \d+ events, 0 invalid, 0 lost/);
  expect(readFileSync(join(example, 'telemetry.html'), 'utf8')).toContain('<!doctype html>');
});

itInBrowser('the example for Puppeteer passes with serve --run', () => {
  const folder = join(parent, 'test-frameworks');
  cpSync('examples/test-frameworks', folder, { recursive: true });
  symlinkSync(join(MODULES, 'puppeteer-core'), join(parent, 'node_modules/puppeteer-core'));
  const out = run("npx telemetry-v3 serve --format pretty --run 'node --test puppeteer.test.mjs'", folder);
  expect(out).toMatch(/pass 2\n/);
  expect(out).toContain('1 valid, 0 invalid');
});

it('the example for Playwright has valid event files', () => {
  expect(run('npm run --silent validate -- --format pretty')).toContain('0 errors');
});

it('the example for Playwright has tests that compile in strict mode', () => {
  const compilerOptions = {
    ...{ allowJs: true, checkJs: true },
    ...{ strict: true, noEmit: true, skipLibCheck: true, module: 'nodenext', lib: ['ES2022', 'DOM'] },
    ...{ types: ['node'], typeRoots: [join(MODULES, '@types')] },
  };
  const typed = `import type { TelemetryConfig } from 'telemetry-v3';

export default {
  customRules: { channel: ({ eid }, get) => (get('context.channel') ? [] : [{ text: 'No channel: ' + String(eid) }]) },
} satisfies TelemetryConfig;
`;
  writeFileSync(join(example, 'typed.config.ts'), typed);
  const include = ['tests', 'playwright.config.ts', 'telemetry-v3.config.mjs', 'typed.config.ts'];
  writeFileSync(join(example, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
  execFileSync(process.execPath, [join(MODULES, 'typescript/bin/tsc'), '-p', example]);
});

it('the example for Playwright applies the rule from its configuration', () => {
  const event = readFileSync(join(example, 'events/lesson.ndjson'), 'utf8').split('\n')[0] ?? '';
  writeFileSync(join(example, 'other.ndjson'), event.replace('"channel":"example"', '"channel":"other"'));
  expect(() => run('npx telemetry-v3 validate other.ndjson')).toThrow();
  expect(run('npx telemetry-v3 validate other.ndjson || true')).toContain('"ruleSet":"custom:example-channel"');
  expect(run('npx telemetry-v3 validate --no-config other.ndjson')).not.toContain('custom:');
});

it('the example for Playwright lists the versions that it is tested with', () => {
  const rootManifest = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(manifest).toMatchObject({
    dependencies: { '@project-sunbird/telemetry-sdk': '2.0.1' },
    devDependencies: {
      '@playwright/test': `^${rootManifest.devDependencies['@playwright/test']}`,
      'telemetry-v3': `^${rootManifest.version}`,
    },
  });
});

describe('project configuration for the fixture and the reporter', () => {
  const settings = "severities: { 'definition/not-in-list': 'warning' }, failOn: 'warning'";
  const custom = "customRules: { own: (event) => ({ path: 'mid', text: 'Own rule of ' + event.eid }) }";
  const configs = {
    'telemetry-v3.config.ts': `import type { TelemetryConfig } from 'telemetry-v3';
const config: TelemetryConfig = { ${settings}, ${custom} };
export default config;
`,
    'telemetry-v3.config.mjs': `export default { ${settings}, ${custom} };\n`,
    'telemetry-v3.config.json': '{"severities": {"definition/not-in-list": "warning"}, "failOn": "warning"}\n',
  };
  const spec = `import { expect, test } from 'telemetry-v3/playwright';

const event = { eid: 'LOG', ets: Date.now(), ver: '3.0', mid: 'LOG:1', actor: { id: 'a', type: 'User' },
  context: { channel: 'c', pdata: { id: 'p', ver: '1', pid: 'p' }, env: 'e', sid: 's', did: 'd', cdata: [], rollup: {} },
  edata: { type: 'api', level: 'WRONG', message: 'm' }, object: { id: 'lesson', type: 'Content' }, tags: [] };

test('emits an event', async ({ page, telemetry }) => {
  await page.route('http://site.example/', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto('http://site.example/');
  await page.evaluate((detail) => document.dispatchEvent(new CustomEvent('TelemetryEvent', { detail })), event);
  await expect(telemetry).toHaveEvent({ eid: 'LOG' });
  const found = telemetry.records().flatMap(({ findings }) => findings.map(({ ruleSet, severity }) => ruleSet + ' ' + severity));
  console.log('findings of the fixture: ' + found.sort().join(', '));
});
`;
  const playwrightConfig = `import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'tests',
  reporter: [['line'], ['telemetry-v3/playwright-reporter']],
  use: { launchOptions: process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {} },
});
`;
  // With the extensions `.mjs` and `.json`, the type of the project has no effect.
  const projects = [
    ['telemetry-v3.config.ts', 'module'],
    ['telemetry-v3.config.ts', 'commonjs'],
    ['telemetry-v3.config.mjs', 'commonjs'],
    ['telemetry-v3.config.json', 'module'],
  ] as const;

  describe.each(projects)('project %s, %s', (file, type) => {
    itInBrowser(`${file} in a project of type ${type} is read by the tests and by the reporter`, () => {
      const folder = join(parent, `${type}-${file}`);
      mkdirSync(join(folder, 'tests'), { recursive: true });
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ type }));
      writeFileSync(join(folder, file), configs[file]);
      writeFileSync(join(folder, 'playwright.config.ts'), playwrightConfig);
      writeFileSync(join(folder, 'tests/site.spec.ts'), spec);
      const out = run('npx playwright test 2>&1 || echo "exit code $?"', folder);
      const hasRules = file !== 'telemetry-v3.config.json';
      expect(out).toContain(`findings of the fixture: ${hasRules ? 'custom:own error, ' : ''}definition warning\n`);
      expect(out).toContain(
        hasRules ? 'fail the run: 1 of severity error, 1 of severity warning' : 'fail the run: 1 of severity warning',
      );
      expect(out).toContain('exit code 1');
    });
  });
});

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}
interface GitlabJobs {
  readonly telemetry: { readonly image: string; readonly script: readonly string[] };
}
interface PreCommitConfig {
  readonly repos: readonly { readonly hooks: readonly { readonly entry: string; readonly files: string }[] }[];
}

const readYaml = (file: string) => parse(readFileSync(`${CI}/${file}`, 'utf8'));
/** Commands that the test omits, because the registry has no such version yet and the browser is installed. */
const INSTALL_COMMANDS = /^npm ci$|^npx playwright install /;

describe('the examples for CI', () => {
  const github: Workflow = readYaml('github-actions.yml');
  const gitlab: GitlabJobs = readYaml('gitlab-ci.yml');
  const preCommit: PreCommitConfig = readYaml('pre-commit-config.yaml');
  const commands = {
    'GitHub Actions': Object.values(github.jobs).flatMap(({ steps }) => steps.flatMap((step) => step.run ?? [])),
    'GitLab CI': gitlab.telemetry.script,
  };

  // `npm run lint:workflows` checks the workflow.
  it.each([
    { file: 'gitlab-ci.yml', schema: 'gitlab-ci.schema.json' },
    { file: 'pre-commit-config.yaml', schema: 'pre-commit-config.schema.json' },
  ])('the example $file is valid by its JSON Schema, which rejects an invalid file', ({ file, schema }) => {
    const check = new Ajv({ strict: false, validateFormats: false }).compile(
      JSON.parse(readFileSync(`tests/packages/${schema}`, 'utf8')),
    );
    check(readYaml(file));
    expect(check.errors ?? []).toEqual([]);
    expect(check({ repos: [{ repo: 7 }], telemetry: { script: 7 } })).toBe(false);
  });

  describe.each(Object.entries(commands))('commands of %s', (name, lines) => {
    const testedCommands = lines.filter((line) => !INSTALL_COMMANDS.test(line));

    it(`${name} installs, validates files, and runs the commands of the example’s npm test`, () => {
      expect(lines).toContain('npm ci');
      expect(testedCommands).toEqual([expect.stringMatching(VALIDATE), `npx ${manifest.scripts.test}`]);
    });

    it(`${name} validates files`, () => {
      for (const line of testedCommands.filter((command) => VALIDATE.test(command))) {
        const [, report = ''] = /--report (\S+)/.exec(line) ?? [];
        run(line);
        expect(existsSync(join(example, report))).toBe(true);
      }
    });
  });

  it('GitLab CI uses the Docker image of the installed Playwright version', () => {
    const { version } = JSON.parse(readFileSync(join(MODULES, '@playwright/test/package.json'), 'utf8'));
    expect(gitlab.telemetry.image).toBe(`mcr.microsoft.com/playwright:v${version}-noble`);
  });

  it('pre-commit validates the event files of a commit, and rejects a file with an error', () => {
    const [hook] = preCommit.repos.flatMap(({ hooks }) => hooks);
    if (hook === undefined) throw new Error('No hook.');
    writeFileSync(join(example, 'events/broken.ndjson'), '{"eid":"START"}\n');
    const names = readdirSync(join(example, 'events')).map((name) => `events/${name}`);
    const files = names.filter((file) => new RegExp(hook.files).test(file));
    expect(files.sort()).toEqual(['events/broken.ndjson', 'events/lesson.ndjson']);
    expect(run(`${hook.entry} events/lesson.ndjson`)).toBeDefined();
    expect(() => run(`${hook.entry} events/lesson.ndjson events/broken.ndjson`)).toThrow('Command failed');
  });
});
