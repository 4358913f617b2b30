import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

export const LICENSES_FILE = 'THIRD-PARTY-LICENSES.txt';

/** A package whose code is in the extension. */
export interface PackageLicense {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly source: string;
  readonly text: string;
}

/** Packages of generated code, which has no file in `node_modules`. */
const GENERATED_CODE: ReadonlyMap<RegExp, string> = new Map([
  [/^\0?vite\//, 'vite'],
  [/^\0?rolldown\//, 'rolldown'],
  [/^\0?virtual:wxt-/, 'wxt'],
]);

/**
 * Packages without a license file, and a package of the same repository that contains it.
 */
const LICENSE_FILE_IN: Readonly<Record<string, string>> = {
  wxt: '@wxt-dev/webextension-polyfill',
  '@wxt-dev/browser': '@wxt-dev/webextension-polyfill',
  '@wxt-dev/i18n': '@wxt-dev/webextension-polyfill',
};

/** The part of vite's license file about packages that vite bundles. None of them is in the extension. */
const VITE_DEPENDENCIES = /\n# Licenses of bundled dependencies\n[\s\S]*$/;

const LICENSE_FILE = /^(?:licen[cs]e|copying)(?:\.\w+)?$/i;

/** Creates a plugin that collects the packages of all bundles. `text` returns their licenses. */
export function createLicenseCollector(root: string) {
  const folders = new Set<string>();
  const plugin: Plugin = {
    name: 'third-party-licenses',
    generateBundle(_, bundle) {
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue;
        for (const [id, { renderedLength }] of Object.entries(output.modules)) {
          if (renderedLength === 0) continue;
          const folder = packageFolderOf(id, root);
          if (folder !== null) folders.add(folder);
        }
      }
    },
  };
  return { plugin, text: () => formatLicenses([...folders].map((folder) => readLicense(folder, root))) };
}

/** Returns the folder of a module's package, or `null` for code of the project. */
export function packageFolderOf(id: string, root: string): string | null {
  for (const [pattern, name] of GENERATED_CODE) if (pattern.test(id)) return join(root, 'node_modules', name);
  const path = id.replace(/^\0/, '').replace(/\?.*$/, '');
  if (!/[\\/]node_modules[\\/]/.test(path)) return null;
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) && readPackage(folder).version !== undefined) return folder;
  }
  throw new Error(`${id} belongs to no package.`);
}

/**
 * Reads a package's license.
 * Throws if the name or the text is missing, because such code must not be published.
 */
export function readLicense(folder: string, root: string): PackageLicense {
  const { name = folder, version, license, repository } = readPackage(folder);
  const textFolder = LICENSE_FILE_IN[name] === undefined ? folder : join(root, 'node_modules', LICENSE_FILE_IN[name]);
  const file = readdirSync(textFolder).find((candidate) => LICENSE_FILE.test(candidate));
  if (version === undefined || license === undefined || file === undefined)
    throw new Error(`${name} has no license file, version or license name. Its code cannot be published.`);
  const url =
    typeof repository === 'string' ? repository : (repository?.url ?? `https://www.npmjs.com/package/${name}`);
  const text = readFileSync(join(textFolder, file), 'utf8')
    .replaceAll('\r\n', '\n')
    .replace(VITE_DEPENDENCIES, '')
    .trim();
  return { name, version, license, source: webUrlOf(url), text };
}

const SEPARATOR = '-'.repeat(80);

function formatLicenses(licenses: readonly PackageLicense[]): string {
  const unique = new Map(licenses.map((license) => [`${license.name}@${license.version}`, license]));
  const sorted = [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, license]) => license);
  const head = 'This extension contains code of the packages below, each under its own license.\n';
  const parts = sorted.map(
    ({ name, version, license, source, text }) =>
      `${SEPARATOR}\n${name} ${version}\nLicense: ${license}\nSource code: ${source}\n\n${text}\n`,
  );
  return [head, ...parts].join('\n');
}

interface PackageJson {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string;
  readonly repository?: string | { readonly url: string };
}

function readPackage(folder: string): PackageJson {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function webUrlOf(repository: string): string {
  return repository
    .replace(/^github:/, 'https://github.com/')
    .replace(/^git\+/, '')
    .replace(/^git:/, 'https:')
    .replace(/\.git$/, '');
}
