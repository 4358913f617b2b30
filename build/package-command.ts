import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'tsdown';
import { packFiles } from '#node/collector/page-files';
import { configJsonSchema } from '#node/config/config-schema';
import packageJson from '../package.json' with { type: 'json' };
import { buildPage } from './build-page';
import { bundlePageScript } from './bundle-page-script';
import { offlineSchemas } from './offline-schemas';
import { withoutDeadLinks } from './package-pages';
import { smallLibraries } from './small-library';
import { createLicenseCollector, LICENSES_FILE } from './third-party-licenses';
import { withoutEntities } from './without-entities';

/** Output folder of the npm package, which is ready to publish. Built by `npm run build:package`. */
const FOLDER = '.output/package';
const PAGE = '.output/package-page';
/** Peer dependency, because a second copy of Playwright in the user's project fails to run. */
const PLAYWRIGHT = '@playwright/test';
/**
 * Number of entries that must share a module to put it into the common file.
 * The library needs few of these modules.
 */
const COMMON_SHARE_COUNT = 5;
const root = new URL('..', import.meta.url).pathname.replace(/\/$/, '');

const licenses = createLicenseCollector(root);
rmSync(FOLDER, { recursive: true, force: true });
await build({
  config: false,
  entry: {
    index: 'lib/node/package/index.ts',
    client: 'lib/node/package/client.ts',
    cli: 'lib/node/cli/telemetry-v3.ts',
    'check-worker': 'lib/node/cli/validate/check-worker.ts',
    playwright: 'lib/node/playwright/telemetry-test.ts',
    'playwright-reporter': 'lib/node/playwright/reporter/telemetry-reporter.ts',
  },
  outDir: `${FOLDER}/dist`,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  dts: {
    entry: [
      'lib/node/package/index.ts',
      'lib/node/package/client.ts',
      'lib/node/playwright/telemetry-test.ts',
      'lib/node/playwright/reporter/telemetry-reporter.ts',
    ],
    tsconfig: 'build/package/tsconfig.json',
  },
  deps: { alwaysBundle: [/^(?!@?playwright)/], neverBundle: [/^@?playwright/], onlyBundle: false },
  treeshake: true,
  minify: false,
  // Omits the paths of all modules, which would take 7 kB.
  inputOptions: { experimental: { attachDebugInfo: 'none' } },
  outputOptions: {
    // Legal comments are omitted, because the licenses are in a separate file.
    comments: { legal: false, jsdoc: false, annotation: true },
    // Few files, because Node.js takes longer to find and link a hundred small files than to run them.
    codeSplitting: {
      minShareCount: COMMON_SHARE_COUNT,
      groups: [
        // What most commands use, but not its types, whose file would have the same name.
        {
          name: 'input',
          test: /[\\/]lib[\\/]node[\\/](?:config|cli|cli[\\/](?:input|sessions))[\\/][^.\\/]+\.ts$/,
          minShareCount: 2,
          priority: 2,
        },
        { name: 'libraries', test: /[\\/]node_modules[\\/]/, priority: 1 },
        { name: 'common' },
      ],
    },
  },
  clean: false,
  hash: false,
  checks: { pluginTimings: false },
  logLevel: 'warn',
  plugins: [offlineSchemas() as never, withoutEntities() as never, smallLibraries() as never, licenses.plugin as never],
});

writeFileSync(`${FOLDER}/config.schema.json`, `${JSON.stringify(configJsonSchema())}\n`);
await buildPage(PAGE, [licenses.plugin]);
writeFileSync(`${FOLDER}/dist/page.json.br`, await packFiles(PAGE));
writeFileSync(`${FOLDER}/dist/page-script.js`, await bundlePageScript([licenses.plugin]));
mkdirSync(`${FOLDER}/docs`, { recursive: true });
const { version, license, engines, homepage, bugs } = packageJson;
/** The repository that publishes, which npm's provenance check compares with `package.json`. */
const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;
const repository = server && name ? { type: 'git', url: `git+${server}/${name}.git` } : packageJson.repository;
const manifest = {
  name: 'telemetry-v3',
  version,
  description: 'Validates V3 telemetry events and calls: command line, library and Playwright fixture.',
  license,
  homepage,
  repository,
  bugs,
  type: 'module',
  sideEffects: false,
  engines,
  bin: { 'telemetry-v3': 'dist/cli.mjs' },
  exports: {
    '.': { types: './dist/index.d.mts', default: './dist/index.mjs' },
    './client': { types: './dist/client.d.mts', default: './dist/client.mjs' },
    './playwright': { types: './dist/playwright.d.mts', default: './dist/playwright.mjs' },
    './playwright-reporter': {
      types: './dist/playwright-reporter.d.mts',
      default: './dist/playwright-reporter.mjs',
    },
    './config.schema.json': './config.schema.json',
    './package.json': './package.json',
  },
  peerDependencies: { [PLAYWRIGHT]: '>=1.50' },
  peerDependenciesMeta: { [PLAYWRIGHT]: { optional: true } },
  files: ['dist', 'docs', 'config.schema.json', 'problem-matcher.json', LICENSES_FILE],
};
writeFileSync(`${FOLDER}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`);
writeFileSync(`${FOLDER}/${LICENSES_FILE}`, licenses.text());
copyFileSync('build/package/problem-matcher.json', `${FOLDER}/problem-matcher.json`);
copyFileSync('LICENSE', `${FOLDER}/LICENSE`);
copyFileSync('build/package/README.md', `${FOLDER}/README.md`);
const pages = ['command-line.md', 'rules.md'];
for (const page of pages) {
  writeFileSync(`${FOLDER}/docs/${page}`, withoutDeadLinks(readFileSync(`docs/${page}`, 'utf8'), pages));
}
const cli = readFileSync(`${FOLDER}/dist/cli.mjs`, 'utf8');
if (!cli.startsWith('#!')) writeFileSync(`${FOLDER}/dist/cli.mjs`, `#!/usr/bin/env node\n${cli}`);
chmodSync(`${FOLDER}/dist/cli.mjs`, 0o755);
