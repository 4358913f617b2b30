import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const PATH = /`((?:lib|components|entrypoints|locales|tests|build)\/[^`]+)`/g;

it.each([
  { file: 'docs/architecture.md', least: 50 },
  { file: 'docs/search.md', least: 8 },
  { file: 'CONTRIBUTING.md', least: 10 },
])('each file and folder that is mentioned in $file exists', ({ file, least }) => {
  const text = readFileSync(file, 'utf8');
  const paths = [...text.matchAll(PATH)].map(([, path]) => path ?? '');
  expect(paths.length).toBeGreaterThan(least);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});
