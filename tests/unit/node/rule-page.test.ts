import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { documentUrl, reportedPage } from '#node/rule-page';

it('the page of a rule is a published URL, or the installed file if there is no repository URL', () => {
  expect(documentUrl('docs/rules.md#missing', 'https://github.com/a/b#readme')).toBe(
    'https://github.com/a/b/blob/main/docs/rules.md#missing',
  );
  expect(documentUrl('docs/rules.md', 'https://docs.example.org/')).toBe('https://docs.example.org/docs/rules.md');
  const installed = documentUrl('docs/rules.md', 'https://github.com/OWNER/b#readme');
  expect(existsSync(fileURLToPath(installed))).toBe(true);
});

it('reports link the published page of a rule, and never an absolute local path', () => {
  const page = 'docs/rules.md#missing';
  expect(reportedPage(page, 'https://github.com/a/b#readme')).toBe(documentUrl(page, 'https://github.com/a/b#readme'));
  expect(reportedPage(page, 'https://github.com/OWNER/b#readme')).toBe(page);
});
