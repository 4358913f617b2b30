import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

/** What each stratum may import beside itself. */
const STRATA: Readonly<Record<string, readonly string[]>> = {
  'lib/core': [],
  'lib/page': ['lib/core'],
  'lib/node': ['lib/core'],
  'lib/extension': ['lib/core'],
  components: ['lib/core', 'lib/extension'],
  entrypoints: ['lib/core', 'lib/page', 'lib/extension', 'components'],
};
/** Rooms import only rooms that stand in a later line. */
const ROOMS = `shell > panel/scenarios panel/negative-tests panel/registry > panel/compose panel/import-export >
  captures details timeline > event-list > filter > app > form > kit i18n > core/negative-tests core/scenarios > drafts >
  formats query > report > rules journey core/registry > telemetry core/identity > patterns quoting secrets > json > util`.split(
  '>',
);

const roots = Object.keys(STRATA);
const files = roots.flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => `${root}/${path}`),
);
const imports = files.filter((file) => /\.tsx?$/.test(file)).flatMap(importsOf);
const shown = (found: typeof imports) => found.map(({ from, to }) => `${from} imports ${to}`);
const stratumOf = (file: string) => roots.find((root) => file.startsWith(`${root}/`)) ?? '';
const lineOf = (file: string) =>
  ROOMS.findIndex((line) =>
    line
      .trim()
      .split(/\s+/)
      .some((room) => file.includes(`/${room}/`)),
  );
const roomOf = (file: string) => /^(lib|components\/panel|components)\/(core\/)?[^/]+/.exec(file)?.[0] ?? '';

function importsOf(from: string) {
  return ts.preProcessFile(readFileSync(from, 'utf8')).importedFiles.map(({ fileName }) => {
    const [alias = './', folder = `./${posix.dirname(from)}/*`] =
      Object.entries(packageJson.imports).find(([name]) => fileName.startsWith(name.slice(0, -1))) ?? [];
    const path = posix.normalize(folder.replace('*', fileName.slice(alias.startsWith('#') ? alias.length - 1 : 0)));
    return { from, to: ['', '.ts', '.tsx'].map((ending) => path + ending).find((file) => files.includes(file)) ?? '' };
  });
}

it('imports go down from stratum to stratum', () => {
  const between = imports.filter(({ from, to }) => to !== '' && stratumOf(to) !== stratumOf(from));
  expect(between.length).toBeGreaterThan(500);
  expect(shown(between.filter(({ from, to }) => !STRATA[stratumOf(from)]?.includes(stratumOf(to))))).toEqual([]);
});

it('imports go down from room to room', () => {
  const between = imports.filter(({ from, to }) => lineOf(from) >= 0 && lineOf(to) >= 0 && roomOf(from) !== roomOf(to));
  const up = between.filter(({ from, to }) => lineOf(to) <= lineOf(from));
  expect(between.length).toBeGreaterThan(500);
  expect(shown(up)).toEqual([]);
});

it('components reach the browser only through what they are handed', () => {
  expect(shown(imports.filter(({ from, to }) => from.startsWith('components/') && to.includes('/browser/')))).toEqual(
    [],
  );
});

it('pages are given no zod', () => {
  expect(shown(imports.filter(({ from, to }) => from.startsWith('lib/page/') && to.endsWith('/zod.ts')))).toEqual([]);
});

it('only views and their stores depend on Preact', () => {
  const preact = files
    .filter((file) => file.startsWith('lib/') && /\.tsx?$/.test(file))
    .filter((file) =>
      ts
        .preProcessFile(readFileSync(file, 'utf8'))
        .importedFiles.some(({ fileName }) => /^(preact|@preact\/signals)(\/|$)/.test(fileName)),
    );
  expect(preact).toEqual([]);
});

it('the core makes no sentences: it answers with codes and parameters', () => {
  const withText = files.filter(
    (file) => file.startsWith('lib/core/') && file.endsWith('.ts') && readFileSync(file, 'utf8').includes('#i18n'),
  );
  expect(withText).toEqual([]);
});

it('what is made of several files as one module has one entrance', () => {
  const folder = 'lib/core/query/search/';
  const into = imports.filter(({ from, to }) => to.startsWith(folder) && !from.startsWith(folder));
  expect(into.length).toBeGreaterThan(0);
  expect(shown(into.filter(({ to }) => to !== `${folder}search-index.ts`))).toEqual([]);
});
