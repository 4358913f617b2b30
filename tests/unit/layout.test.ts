import { readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';

const MAX_FILES = 25;

const files = ['lib', 'components'].flatMap((top) =>
  readdirSync(top, { recursive: true, encoding: 'utf8' }).flatMap((path) =>
    /\.\w+$/.test(path) ? [`${top}/${path}`] : [],
  ),
);

it('no folder of lib and components is too large to look through', () => {
  const sizes = new Map<string, number>();
  for (const file of files) sizes.set(posix.dirname(file), (sizes.get(posix.dirname(file)) ?? 0) + 1);
  expect(files.length).toBeGreaterThan(500);
  expect([...sizes].filter(([, size]) => size > MAX_FILES)).toEqual([]);
});

it('no base name stands twice in lib and components, but for a component and its styles', () => {
  const paths = new Map<string, string>();
  const twice: string[] = [];
  for (const file of files) {
    const name = posix.basename(file).replace(/\..*$/, '').toLowerCase();
    const other = paths.get(name);
    const isPair =
      other !== undefined && posix.dirname(other) === posix.dirname(file) && `${other}${file}`.includes('.css');
    if (other !== undefined && !isPair) twice.push(`${other} and ${file}`);
    paths.set(name, file);
  }
  expect(twice).toEqual([]);
});
