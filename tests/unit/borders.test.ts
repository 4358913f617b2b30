import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

/**
 * Rooms import only rooms that stand in a later line.
 * The order of the strata is in the references of their `tsconfig.json`.
 */
const ROOMS =
  `shell > panel/scenarios panel/negative-tests panel/registry > panel/compare panel/compose panel/import-export >
  captures details timeline > event-list > filter > app > form > kit i18n > rules/reference >
  core/negative-tests core/scenarios > drafts >
  formats query > report > redaction > rules journey core/registry > telemetry core/identity > patterns quoting secrets > json > util`
    .split('>')
    .map((line) => line.trim().split(/\s+/));

const files = ['lib', 'components'].flatMap((top) =>
  readdirSync(top, { recursive: true, encoding: 'utf8' }).flatMap((path) =>
    /\.tsx?$/.test(path) ? [`${top}/${path}`] : [],
  ),
);
const imports = files.flatMap((from) => {
  const { importedFiles } = ts.preProcessFile(readFileSync(from, 'utf8'));
  return importedFiles.map(({ fileName }) => ({ from, to: fileOf(from, fileName) }));
});
const lineOf = (file: string) => ROOMS.findIndex((line) => line.some((room) => file.includes(`/${room}/`)));
const roomOf = (file: string) => /^(lib|components\/panel|components)\/(core\/)?[^/]+/.exec(file)?.[0] ?? '';
const shown = (found: typeof imports) => found.map(({ from, to }) => `${from} imports ${to}`);

/** The file of ours that an import names, or the name of a package. */
function fileOf(from: string, name: string): string {
  const alias = Object.entries(packageJson.imports).find(
    ([key]) => key.endsWith('*') && name.startsWith(key.slice(0, -1)),
  );
  if (!alias && !name.startsWith('.')) return name;
  const [key, folder] = alias ?? ['', `./${posix.dirname(from)}/*`];
  const path = posix.normalize(folder.replace('*', name.slice(Math.max(0, key.length - 1))));
  return ['', '.ts', '.tsx'].map((ending) => path + ending).find((file) => files.includes(file)) ?? path;
}

it('imports go down from room to room', () => {
  const between = imports.filter(({ from, to }) => lineOf(from) >= 0 && lineOf(to) >= 0 && roomOf(from) !== roomOf(to));
  expect(between.length).toBeGreaterThan(500);
  expect(shown(between.filter(({ from, to }) => lineOf(to) <= lineOf(from)))).toEqual([]);
});

it('pages are given no zod', () => {
  expect(shown(imports.filter(({ from, to }) => from.startsWith('lib/page/') && to.endsWith('/zod.ts')))).toEqual([]);
});

it('only views and their stores depend on Preact', () => {
  const ofLib = imports.filter(({ from }) => from.startsWith('lib/'));
  expect(ofLib.length).toBeGreaterThan(500);
  expect(shown(ofLib.filter(({ to }) => /^(preact|@preact\/signals)(\/|$)/.test(to)))).toEqual([]);
});

it('what is made of several files as one module has one entrance', () => {
  const folder = 'lib/core/query/search/';
  const into = imports.filter(({ from, to }) => to.startsWith(folder) && !from.startsWith(folder));
  expect(into.length).toBeGreaterThan(0);
  expect(shown(into.filter(({ to }) => to !== `${folder}search-index.ts`))).toEqual([]);
});
