import { jsonLanguage } from '@codemirror/lang-json';
import { expect, it } from 'vitest';
import { createDiagnostics } from '#components/panel/compose/editor/code-editor.ts';
import { createRangeFinder } from '#components/panel/compose/editor/json-position.ts';
import type { JsonPath } from '#core/json/json';

const text = `{
  "data": {
    "type": "click",
    "extra": {
      "pos": [ { "x": 1 }, { "x": "a" } ]
    }
  }
}`;

const parse = (source: string) => jsonLanguage.parser.parse(source);

function textAt(path: JsonPath, source = text): string {
  const { from, to } = createRangeFinder(parse(source), source)(path);
  return source.slice(from, to);
}

it.each([
  ['a short value with its name', ['data', 'type'], '"type": "click"'],
  ['a long value by its name alone', ['data', 'extra'], '"extra"'],
  ['an item of a list', ['data', 'extra', 'pos', 1, 'x'], '"x": "a"'],
  ['the end of the object that lacks it', ['data', 'pageid'], '}'],
  ['the end of the list that lacks it', ['data', 'extra', 'pos', 7], ']'],
])('the position of a path in JSON text is %s', (_, path, found) => {
  expect(textAt(path)).toBe(found);
});

it('the position of a path whose key occurs twice in JSON text is that of the last occurrence', () => {
  const twice = '{ "a": 1, "a": 2 }';
  expect(textAt(['a'], twice)).toBe('"a": 2');
});

it('the position of a path is found in incomplete JSON text', () => {
  expect(textAt(['data', 'type'], '{ "data": { "type": "click", ')).toBe('"type": "click"');
  expect(() => textAt(['data'], '')).not.toThrow();
  expect(textAt(['data'], '{ "a": 1, "data": ')).not.toContain('"a"');
});

it('the editor marks a finding at the position of its path, and an extra argument at the options', () => {
  const draft = '{ "data": {}, "options": 1 }';
  const finding = {
    ruleSet: 'definition',
    severity: 'info',
    code: 'extra-argument',
    path: [1],
    params: { reason: 'custom', text: 'm' },
  } as const;
  const [diagnostic] = createDiagnostics(parse(draft), draft, { status: 'parsed', args: [], findings: [finding] });
  expect(diagnostic && draft.slice(diagnostic.from, diagnostic.to)).toBe('"options": 1');
  expect(diagnostic?.severity).toBe('info');
});

it('the editor marks the position of a JSON syntax error, also at the end of the text', () => {
  const problem = { message: 'a value is needed', offset: 10 };
  expect(createDiagnostics(parse(''), '{ "data": ', { status: 'invalid', problem })).toMatchObject([
    { from: 9, to: 10 },
  ]);
  expect(
    createDiagnostics(parse(''), '', { status: 'invalid', problem: { message: 'empty', offset: 0 } }),
  ).toMatchObject([{ from: 0, to: 0 }]);
});
