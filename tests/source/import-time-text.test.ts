import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** Calls that return a text, a number or a date in the selected language. */
const LOCALIZED = /^(i18n\.t|formatCount|formatNumber)$|^Intl\./;

/** Finds the lines that request a text at import time. The text would keep the language of that moment. */
function findImportTimeTexts(path: string, source: string): readonly string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    const isCall = ts.isCallExpression(node) || ts.isNewExpression(node);
    if (isCall && LOCALIZED.test(node.expression.getText())) {
      found.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const paths = ['components', 'lib/panel', 'lib/extension', 'lib/page'].flatMap((area) =>
  readdirSync(area, { recursive: true, encoding: 'utf8' }).map((path) => `${area}/${path}`),
);
const files = paths.filter((path) => /\.tsx?$/.test(path));

it('no module requests a message at import time, as the language can change later', () => {
  expect(files.length).toBeGreaterThan(200);
  expect(files.flatMap((path) => findImportTimeTexts(path, readFileSync(path, 'utf8')))).toEqual([]);
});

it('a message requested at import time is found in a constant, but not in a function', () => {
  const source = "const a = { b: [i18n.t('c')] };\nconst d = () => i18n.t('c');\nnew Intl.NumberFormat('en');";
  expect(findImportTimeTexts('planted.ts', source)).toEqual(['planted.ts:1', 'planted.ts:3']);
});
