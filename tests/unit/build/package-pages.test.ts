import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withoutDeadLinks } from '#build/package-pages';

const pages = ['command-line.md', 'rules.md'];

it('withoutDeadLinks preserves links to pages of the package, to headings and to sites', () => {
  const text = '[Rules](rules.md), [missing](rules.md#missing), [here](#here), [site](https://example.org/a.md)';
  expect(withoutDeadLinks(text, pages)).toBe(text);
});

it.each(['build/package/README.md', ...pages.map((page) => `docs/${page}`)])(
  '%s has no dead links after withoutDeadLinks',
  (file) => {
    const text = withoutDeadLinks(readFileSync(file, 'utf8'), pages);
    const links = [...text.matchAll(/\]\((?![a-z]+:|#)([^)#]+)/g)].map(([, page]) => page);
    expect(links.filter((page) => !pages.includes(page ?? ''))).toEqual([]);
  },
);
