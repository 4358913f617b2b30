import { expect, it } from 'vitest';
import { findUndocumentedExports } from '#build/undocumented-exports';

const importer = ['lib/panel/view.ts', "import { type Shape, area as size } from '#core/shapes';"] as const;
const findIn = (core: string, ...others: readonly (readonly [string, string])[]) =>
  findUndocumentedExports(new Map([['lib/core/shapes.ts', core], importer, ...others]));

it('the docstring check reports an export of the core that another stratum imports and that has no docstring', () => {
  expect(findIn('/** A shape. */\nexport type Shape = string;\n\nexport function area() {}\n')).toEqual([
    { path: 'lib/core/shapes.ts', line: 4, name: 'area', problem: 'missing' },
  ]);
});

it('the docstring check reports a docstring whose first line is longer than 100 characters', () => {
  const summary = `${'a'.repeat(99)}.`;
  const core = (line: string) =>
    `/** A shape. */\nexport type Shape = 1;\n/**\n * ${line}\n * In m².\n */\nexport const area = 1;\n`;
  expect(findIn(core(summary))).toEqual([]);
  expect(findIn(core(`a${summary}`))).toEqual([{ path: 'lib/core/shapes.ts', line: 7, name: 'area', problem: 'long' }]);
  expect(findIn(`/** A shape. */\nexport type Shape = 1;\n/** a${summary} */\nexport const area = 1;\n`)).toHaveLength(
    1,
  );
});
