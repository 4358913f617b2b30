import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const PATH = /`((?:lib|components|entrypoints|locales|tests)\/[^`]+)`/g;

it('each file and folder that docs/architecture.md names is there', () => {
  const text = readFileSync('docs/architecture.md', 'utf8');
  const paths = [...text.matchAll(PATH)].map(([, path]) => path ?? '');
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});
