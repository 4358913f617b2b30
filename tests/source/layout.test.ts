import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';

const MAX_FILES = 25;
const MAX_ENTRYPOINT_LINES = 30;

const files = ['lib', 'components'].flatMap(filesIn);

function filesIn(top: string): readonly string[] {
  return readdirSync(top, { recursive: true, encoding: 'utf8' }).flatMap((path) =>
    /\.\w+$/.test(path) && !path.endsWith('tsconfig.json') ? [`${top}/${path}`] : [],
  );
}

it('no folder of lib and components has too many files', () => {
  const sizes = new Map<string, number>();
  for (const file of files) sizes.set(posix.dirname(file), (sizes.get(posix.dirname(file)) ?? 0) + 1);
  expect(files.length).toBeGreaterThan(500);
  expect([...sizes].filter(([, size]) => size > MAX_FILES)).toEqual([]);
});

it('base names are unique in lib and components, except for a component and its styles', () => {
  const paths = new Map<string, string>();
  const duplicates: string[] = [];
  for (const file of files) {
    const name = posix.basename(file).replace(/\..*$/, '').toLowerCase();
    const other = paths.get(name);
    const isPair =
      other !== undefined && posix.dirname(other) === posix.dirname(file) && `${other}${file}`.includes('.css');
    if (other !== undefined && !isPair) duplicates.push(`${other} and ${file}`);
    paths.set(name, file);
  }
  expect(duplicates).toEqual([]);
});

/** Files that may read names beginning with `_` of other packages, and these names. */
const UNDERSCORED: Readonly<Record<string, RegExp>> = {
  'components/panel/event-list/grid/use-virtual-rows.ts': /^_(didMount|willUpdate)$/,
  'lib/core/telemetry/schema-node.ts': /^_zod$/,
  'lib/core/util/zod.ts': /^_zod$/,
  // Chromium's own fields of a HAR.
  'lib/core/formats/har-request.ts': /^_(error|serviceWorkerResponseSource|fetchedViaServiceWorker)$/,
};

// `z._default` is public: `default` cannot be the name of an export.
it('private members of libraries are used only in the listed adapter files', () => {
  const used = [...files, ...filesIn('entrypoints')]
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?<!\bz)\.(_[a-z]\w*)/gi)].map(([, name = '']) => ({ file, name })),
    );
  expect(used.length).toBeGreaterThan(5);
  expect(used.filter(({ file, name }) => !UNDERSCORED[file]?.test(name))).toEqual([]);
});

it('entry points only create, wire and start objects', () => {
  const entrypoints = readdirSync('entrypoints', { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tsx?$/.test(path),
  );
  const lines = entrypoints.map(
    (path) => [path, readFileSync(`entrypoints/${path}`, 'utf8').split('\n').length - 1] as const,
  );
  expect(lines.length).toBeGreaterThanOrEqual(8);
  expect(lines.filter(([, count]) => count > MAX_ENTRYPOINT_LINES)).toEqual([]);
});
