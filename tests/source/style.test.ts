import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readWordings } from '#build/i18n/locale-file';
import { readMessages } from '#tests/drivers/read-messages';

const BOLD = /\*\*([^*]+)\*\*/g;
const MAX_WORDS = 25;

const labels = new Set([...readMessages('en').values()].flatMap(readWordings));
const shownLabels = [...labels].map((label) => new RegExp(`^${escapePattern(label).replace(/\\\{\w+\\\}/g, '.+')}$`));
const guide = readdirSync('docs/user-guide').map((file) => `docs/user-guide/${file}`);
const pictures = readdirSync('docs/pictures');
const documents = ['.', 'docs', 'docs/user-guide'].flatMap((folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => posix.join(folder, file)),
);

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Sentences of running text: not those of code, tables, headings and pictures. */
function sentencesIn(markdown: string): readonly string[] {
  const prose = markdown.replace(/```[\s\S]*?```|<picture>[\s\S]*?<\/picture>/g, '').split('\n\n');
  return prose
    .filter((block) => !/^\s*(\||#|<!--)/.test(block))
    .flatMap((block) => block.split(/\n(?:- |\d+\. )|(?<=[.:?]\**)\s+/));
}

it('the index of the guide lists each page', () => {
  expect(guide.length).toBeGreaterThan(10);
  const index = readFileSync('docs/user-guide/README.md', 'utf8');
  expect(guide.filter((page) => !page.endsWith('README.md') && !index.includes(page.split('/').at(-1) ?? ''))).toEqual(
    [],
  );
});

describe.each(['README.md', ...guide])('labels in %s', (file) => {
  const text = readFileSync(file, 'utf8');

  it(`${file} quotes interface labels as the interface shows them`, () => {
    const bold = [...text.matchAll(BOLD)].map(([, label = '']) => label.replace(/\s+/g, ' '));
    expect(bold.filter((label) => !labels.has(label))).toEqual([]);
  });
});

it.each(documents)('%s has no overly long sentences', (file) => {
  const sentences = sentencesIn(readFileSync(file, 'utf8'));
  expect(sentences.length).toBeGreaterThan(1);
  expect(sentences.filter((sentence) => sentence.trim().split(/\s+/).length > MAX_WORDS)).toEqual([]);
});

it('the page of limits quotes the current interface texts', () => {
  const text = readFileSync('docs/reliability.md', 'utf8').replace(/`[^`\n]+`/g, '');
  const quotes = [...text.matchAll(/"([^"]+)"/g)].map(([, quote = '']) => quote.replace(/\s+/g, ' '));
  expect(quotes.length).toBeGreaterThan(10);
  expect(quotes.filter((quote) => quote !== '…' && !shownLabels.some((pattern) => pattern.test(quote)))).toEqual([]);
});

it('each picture is used in a document, with a light and a dark version', () => {
  const shown = ['README.md', ...guide].map((file) => readFileSync(file, 'utf8')).join('\n');
  const names = pictures.map((file) => file.replace(/-(dark|light)\.webp$/, ''));
  expect(pictures.filter((file) => !/-(dark|light)\.webp$/.test(file))).toEqual([]);
  expect(names.filter((name) => !shown.includes(`pictures/${name}-dark.webp`))).toEqual([]);
  expect(names.filter((name) => !shown.includes(`pictures/${name}-light.webp`))).toEqual([]);
});
