import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sectionOf } from '#demo/docs/document-section';
import { readingsTable } from '#demo/docs/readings-table';
import { rulesText } from '#demo/docs/rules-text';

it('the documents have the interpretations that the definitions have now (npm run docs writes them)', () => {
  expect(sectionOf(readFileSync('docs/interpretations.md', 'utf8'), 'readings')).toBe(readingsTable());
});

it('the documents have the rules that the code has now (npm run docs writes them)', () => {
  expect(sectionOf(readFileSync('docs/rules.md', 'utf8'), 'rules')).toBe(rulesText());
});
