import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sectionOf } from '#demo/docs/document-section';
import { readingsTable } from '#demo/docs/readings-table';
import { rulesText } from '#demo/docs/rules-text';

it('a part of a document that comes out of the code says how the definition is read, as the definitions say it now (npm run docs writes it)', () => {
  expect(sectionOf(readFileSync('docs/interpretations.md', 'utf8'), 'readings')).toBe(readingsTable());
});

it('a part of a document that comes out of the code has the rules as the code has them now (npm run docs writes it)', () => {
  expect(sectionOf(readFileSync('docs/rules.md', 'utf8'), 'rules')).toBe(rulesText());
});
