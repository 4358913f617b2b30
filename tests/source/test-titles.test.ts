import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** First words that make a title without a subject. */
const VERBS = words(`
  accepts adds allows annotates are arrives asks attaches becomes begins belongs breaks brings can cannot carries
  checks closes compares completes deletes disables distinguishes do does empties emits encodes evicts expects expires
  explains fails finds finishes fires fulfills gets goes grows handles hands has have hides ignores includes installs is
  it joins judges keeps knows lacks leads leaves lets looks loses makes maps may moves must narrows needs never offers omits opens
  passes pastes prefers prints puts reaches reads redacts refers rejects remembers removes renders replaces
  requires responds restores retries retrieves returns runs says scrolls sees sends sets shortens shows signs skips speaks
  stands stays still stops stores takes tells they throws treats truncates validates waits warns wraps writes yields`);

/** First words that are a verb if one of DETERMINERS follows. Otherwise they may be a noun. */
const VERBS_OR_NOUNS = words(`
  calls changes colors copies counts documents drops duplicates edits exports files filters imports links lists marks matches
  means names numbers orders quotes records remarks reports requests shares states uses`);
const DETERMINERS = words('a all an any both each every how its no nothing one only the their them what');

interface Title {
  readonly location: string;
  readonly text: string;
  /** Titles of the groups around a test, the outermost first. */
  readonly groups: readonly string[];
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

function titlesIn(path: string, source: string): readonly Title[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const titles: Title[] = [];
  const visit = (node: ts.Node, groups: readonly string[]): void => {
    const call = ts.isExpressionStatement(node) && ts.isCallExpression(node.expression) ? node.expression : null;
    const callee = call?.expression.getText() ?? '';
    const title = call?.arguments.find(
      (argument) => ts.isStringLiteralLike(argument) || ts.isTemplateExpression(argument),
    );
    const text = title?.getText().slice(1, -1) ?? '';
    const isGroup = /^(test\.)?describe\b/.test(callee);
    // Hooks, steps and settings of Playwright have no titles of tests.
    const isTest = /^(it|test)([A-Z]\w*)?(\.(each|for|only|runIf|skipIf)\b|$)/.test(callee);
    if (title && isTest) {
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      titles.push({ location: `${path}:${line}`, text, groups });
    }
    ts.forEachChild(node, (child) => visit(child, title && isGroup ? [...groups, text] : groups));
  };
  visit(file, []);
  return titles;
}

function hasSubject({ text }: Title): boolean {
  const [first = '', second = ''] = text.split(/[\s,:;]+/);
  return !VERBS.has(first) && !(VERBS_OR_NOUNS.has(first) && DETERMINERS.has(second));
}

function repeatsGroup({ text, groups }: Title): boolean {
  return groups.some((group) => `${text} `.toLowerCase().startsWith(`${group} `.toLowerCase()));
}

const show = ({ location, text }: Title): string => `${location} ${text}`;

const paths = readdirSync('tests', { recursive: true, encoding: 'utf8' });
const titles = paths
  .filter((path) => /\.(test|spec|fuzz)\.tsx?$/.test(path))
  .flatMap((path) => titlesIn(`tests/${path}`, readFileSync(`tests/${path}`, 'utf8')));

it('the title of each test is a sentence with a subject', () => {
  expect(titles.length).toBeGreaterThan(2_500);
  expect(titles.filter((title) => !hasSubject(title)).map(show)).toEqual([]);
});

it('no title of a test repeats the title of its group', () => {
  expect(titles.filter(repeatsGroup).map(show)).toEqual([]);
});

it('the check finds a title without a subject, and a title that repeats its group', () => {
  const planted = titlesIn(
    'planted.test.ts',
    `describe('a pool', () => {
      it('keeps order', () => {});
      it.each([1])(\`reports each \${x}\`, () => {});
      itUnless(reason, 'A pool waits', () => {});
      it('reports of a pool are ordered', () => {});
      it('a pooled worker waits', () => {});
    });`,
  );
  expect(planted.filter((title) => !hasSubject(title)).map(show)).toEqual([
    'planted.test.ts:2 keeps order',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the template of the planted source
    'planted.test.ts:3 reports each ${x}',
  ]);
  expect(planted.filter(repeatsGroup).map(show)).toEqual(['planted.test.ts:4 A pool waits']);
});
