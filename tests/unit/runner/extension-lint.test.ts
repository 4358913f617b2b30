import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '#demo/build-extension';
import { explainedWarnings, findLintProblems } from '#tests/runner/extension-lint';

const preact = 'm.__html==e.innerHTML)||(e.innerHTML=f.__html),n.__k=[])';

const innerHtml = { code: 'UNSAFE_VAR_ASSIGNMENT', message: 'Unsafe assignment', file: 'a.js', line: 2, column: 30 };
const texts = `let n=async t=>(await import(e.default.runtime.getURL(\`/texts/\${t}.js\`))).default;`;
const textsImport = {
  code: 'UNSAFE_VAR_ASSIGNMENT',
  message: 'Unsafe call to import',
  file: 'b.js',
  line: 1,
  column: 22,
};
const SETS_HTML = /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML/;
const explained = [innerHtml, textsImport];
const files: Readonly<Record<string, string>> = { 'a.js': `first line\n${preact}`, 'b.js': texts };
const readFile = (file: string) => files[file] ?? '';

test('lint warnings are not a problem if they are all explained', () => {
  expect(findLintProblems({ errors: [], warnings: explained }, readFile)).toEqual([]);
});

test('a lint error is a problem, and so is a warning without an explanation', () => {
  const errors = [{ code: 'PREDEFINED_MESSAGE_NAME', message: 'String name is reserved', file: 'm.json' }];
  const warnings = [...explained, { code: 'KEY_FIREFOX_UNSUPPORTED_BY_MIN_VERSION', message: 'Not supported' }];
  expect(findLintProblems({ errors, warnings }, readFile)).toEqual([
    'Error: PREDEFINED_MESSAGE_NAME: String name is reserved (m.json)',
    'Warning: KEY_FIREFOX_UNSUPPORTED_BY_MIN_VERSION: Not supported',
  ]);
});

test('a lint warning is a problem if its explanation is about other code', () => {
  const ours = (file: string) =>
    file === 'a.js' ? 'first line\nconst show=(e,text)=>{e.innerHTML=text};' : readFile(file);
  expect(findLintProblems({ errors: [], warnings: explained }, ours)).toEqual([
    'Warning: UNSAFE_VAR_ASSIGNMENT: Unsafe assignment (a.js:2:30)',
    'UNSAFE_VAR_ASSIGNMENT is explained in docs/reviewer-notes.md, and not reported.',
  ]);
});

test.each([undefined, null, {}, [], 'text', { errors: [] }])('%j is not a valid lint report', (report) => {
  expect(findLintProblems(report, readFile)).toBeNull();
});

test('the reviewer notes explain each accepted lint warning', () => {
  const notes = readFileSync(`${projectFolder}/docs/reviewer-notes.md`, 'utf8');
  for (const { code } of explainedWarnings) expect(notes).toContain(`\`${code}\``);
});

test('no component sets innerHTML, so that the lint warning about it is harmless', () => {
  const sources = ['components', 'entrypoints', 'lib'].flatMap((folder) =>
    readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join(projectFolder, folder, file)),
  );
  expect(sources.length).toBeGreaterThan(100);
  const settingHtml = sources.filter((file) => SETS_HTML.test(readFileSync(file, 'utf8')));
  expect(settingHtml).toEqual([]);
});
