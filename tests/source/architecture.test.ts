import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const PATH = /`((?:lib|components|entrypoints|locales|tests|build)\/[^`]+)`/g;

it.each([
  { file: 'docs/architecture.md', minPaths: 51 },
  { file: 'docs/search.md', minPaths: 9 },
  { file: 'CONTRIBUTING.md', minPaths: 11 },
])('each file and folder that is mentioned in $file exists', ({ file, minPaths }) => {
  const text = readFileSync(file, 'utf8');
  const paths = [...text.matchAll(PATH)].map(([, path]) => path ?? '');
  expect(paths.length).toBeGreaterThanOrEqual(minPaths);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});
