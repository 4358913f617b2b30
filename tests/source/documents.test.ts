import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';

const LINK = /\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g;
const SCRIPT = /npm run (?:--silent )?([\w:-]+)/g;

const documents = [
  ...readdirSync('.').filter((file) => file.endsWith('.md')),
  ...['examples/ci/README.md', 'examples/playwright/README.md'],
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file.replaceAll('\\', '/')}`),
];
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));

it('the list of documents to check is not empty', () => {
  expect(documents).toEqual(expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/architecture.md']));
});

describe.each(documents)('links and commands of %s', (document) => {
  const text = readFileSync(document, 'utf8');

  it(`${document} links to existing files and headings`, () => {
    const links = [...text.matchAll(LINK)].map(([, markdown, html]) => markdown ?? html ?? '');
    const isDead = (link: string) => !/^[a-z]+:/.test(link) && deadReason(document, link) !== null;
    expect(links.filter(isDead)).toEqual([]);
  });

  it(`${document} mentions existing commands only`, () => {
    const scriptNames = [...text.matchAll(SCRIPT)].map(([, name]) => name ?? '');
    expect(scriptNames.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

function deadReason(document: string, link: string): string | null {
  const [path = '', heading] = link.split('#');
  const file = path === '' ? document : posix.join(posix.dirname(document), path);
  if (!existsSync(file)) return 'no such file';
  if (heading === undefined) return null;
  const anchors = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title]) => anchorOf(title ?? ''));
  return anchors.includes(heading) ? null : 'no such heading';
}

/** Returns the anchor of a heading as GitHub does. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\s-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}
