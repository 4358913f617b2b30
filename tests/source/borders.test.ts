import { readdirSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

/**
 * The folders by layer, the highest layer first. A folder imports only folders of lower layers.
 * The order of the strata is in the references of their `tsconfig.json`.
 */
const LAYERS =
  `shell > panel/collector panel/scenarios panel/negative-tests panel/registry panel/rule-sets > panel/compare panel/compose panel/import-export >
  captures details finding-policy timeline > event-list > filter > app > form > kit components/i18n > rules/reference >
  core/collector core/config core/negative-tests core/scenarios > drafts > core/schemas >
  formats query > core/stream > report > core/user-sessions > redaction > core/wire >
  rules journey core/registry > telemetry core/identity > patterns quoting secrets > json > util`
    .split('>')
    .map((layer) => layer.trim().split(/\s+/));

/** Imports that are forbidden in the files of the first pattern. */
const FORBIDDEN: readonly [rule: string, importers: RegExp, imported: RegExp][] = [
  ['scripts for pages do not import zod', /^lib\/page\//, /\/zod\.ts$/],
  ['only views and their stores depend on Preact', /^lib\//, /^(preact|@preact\/signals)(\/|$)/],
  [
    'the search is imported only through search-index.ts',
    /^(?!.*\/query\/search\/)/,
    /\/query\/search\/(?!search-index\.ts$)/,
  ],
  [
    'bars and menus import no feature',
    /\/shell\/(StatusBar|toolbar|command-menu)/,
    /^components\/panel\/(?!app|shell)/,
  ],
];

const COMPILER: ts.CompilerOptions = { moduleResolution: ts.ModuleResolutionKind.Bundler };
const cache = ts.createModuleResolutionCache(process.cwd(), (file) => file, COMPILER);
const files = ['lib', 'components'].flatMap((top) =>
  readdirSync(top, { recursive: true, encoding: 'utf8' }).flatMap((path) =>
    /\.tsx?$/.test(path) ? [`${top}/${path}`] : [],
  ),
);
const imports = files.flatMap((from) => {
  const { importedFiles } = ts.preProcessFile(readFileSync(from, 'utf8'));
  return importedFiles.map(({ fileName }) => ({ from, to: resolveImport(from, fileName) }));
});
const layerOf = (file: string) => LAYERS.findIndex((layer) => layer.some((name) => `/${file}`.includes(`/${name}/`)));
const folderOf = (file: string) => /^(lib|components\/panel|components)\/(core\/)?[^/]+/.exec(file)?.[0] ?? '';
const formatImports = (found: typeof imports) => found.map(({ from, to }) => `${from} imports ${to}`);

/** Resolves an import to a file of the project, or to the name of a package. */
function resolveImport(from: string, name: string): string {
  const { resolvedModule: found } = ts.resolveModuleName(name, resolve(from), COMPILER, ts.sys, cache);
  return found && !found.isExternalLibraryImport ? relative('', found.resolvedFileName) : name;
}

it('no folder imports from a folder of a higher layer', () => {
  const between = imports.filter(
    ({ from, to }) => layerOf(from) >= 0 && layerOf(to) >= 0 && folderOf(from) !== folderOf(to),
  );
  expect(between.length).toBeGreaterThan(500);
  expect(formatImports(between.filter(({ from, to }) => layerOf(to) <= layerOf(from)))).toEqual([]);
});

it.each(FORBIDDEN)('%s', (_, importers, imported) => {
  expect(imports.filter(({ to }) => imported.test(to)).length).toBeGreaterThan(0);
  expect(formatImports(imports.filter(({ from, to }) => importers.test(from) && imported.test(to)))).toEqual([]);
});

interface LoadedModules {
  /** Empty if the file loads no module on demand. */
  readonly atOnce: readonly string[];
  readonly onDemand: readonly string[];
}

/** Finds the modules that a file imports statically, other than for types only, or by `import()`. */
function findLoadedModules(from: string): LoadedModules {
  const source = readFileSync(from, 'utf8');
  const onDemand = [...source.matchAll(/(?<!typeof )\bimport\('([^']+)'\)/g)].map(([, name = '']) =>
    resolveImport(from, name),
  );
  if (onDemand.length === 0) return { atOnce: [], onDemand };
  const atOnce = ts.createSourceFile(from, source, ts.ScriptTarget.Latest).statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const { importClause } = statement;
    const bindings = importClause?.namedBindings;
    const isTypeImport =
      importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword ||
      (bindings !== undefined &&
        ts.isNamedImports(bindings) &&
        bindings.elements.every(({ isTypeOnly }) => isTypeOnly));
    return isTypeImport ? [] : [resolveImport(from, statement.moduleSpecifier.text)];
  });
  return { atOnce, onDemand };
}

it('no file imports a module statically that it also loads on demand', () => {
  const loads = files.map((from) => ({ from, ...findLoadedModules(from) }));
  expect(loads.flatMap(({ onDemand }) => onDemand).length).toBeGreaterThan(50);
  const both = loads.flatMap(({ from, atOnce, onDemand }) =>
    onDemand.filter((to) => atOnce.includes(to)).map((to) => ({ from, to })),
  );
  expect(formatImports(both)).toEqual([]);
});
