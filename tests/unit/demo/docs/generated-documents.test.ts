import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSection } from '#demo/docs/document-section';
import { interpretationsTable } from '#demo/docs/interpretations-table';
import { rulesText } from '#demo/docs/rules-text';

it('the generated documents contain the current interpretations of the definitions (update them with npm run docs)', () => {
  expect(readSection(readFileSync('docs/interpretations.md', 'utf8'), 'interpretations')).toBe(interpretationsTable());
});

it('the generated documents contain the current rules of the code (update them with npm run docs)', () => {
  expect(readSection(readFileSync('docs/rules.md', 'utf8'), 'rules')).toBe(rulesText());
});
