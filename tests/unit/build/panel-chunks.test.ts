import { expect, it } from 'vitest';
import { chunkOf, loadedAhead, type ModuleGraph, startPanelInOneFile } from '../../../build/panel-chunks';

const modules: Readonly<Record<string, { readonly importers: readonly string[]; readonly isEntry: boolean }>> = {
  '/entrypoints/panel/main.tsx': { importers: [], isEntry: true },
  '/entrypoints/popup/main.tsx': { importers: [], isEntry: true },
  '/list.ts': { importers: ['/entrypoints/panel/main.tsx'], isEntry: false },
  '/row.ts': { importers: ['/list.ts', '/row.ts'], isEntry: false },
  '/shared.ts': { importers: ['/row.ts', '/entrypoints/popup/main.tsx'], isEntry: false },
  '/later.ts': { importers: [], isEntry: false },
};
const graph: ModuleGraph = { getModuleInfo: (id) => modules[id] ?? null };

it('puts what only the panel starts with into one file', () => {
  const chunks = Object.keys(modules).map((id) => [id, chunkOf(id, graph)]);
  expect(Object.fromEntries(chunks)).toEqual({
    '/entrypoints/panel/main.tsx': 'panel-start',
    '/entrypoints/popup/main.tsx': null,
    '/list.ts': 'panel-start',
    '/row.ts': 'panel-start',
    '/shared.ts': null,
    '/later.ts': null,
  });
});

it('splits the code of the panel only', () => {
  const config = {};
  startPanelInOneFile([{ name: 'background' }], config);
  expect(config).toEqual({});
  startPanelInOneFile([{ name: 'popup' }, { name: 'panel' }], config);
  expect(config).toMatchObject({ build: { rolldownOptions: { output: { codeSplitting: { groups: [{}] } } } } });
});

it('loads the styles of a later part ahead, and all that a page starts with', () => {
  const files = ['part.js', 'part.css'];
  expect(loadedAhead('part', files, { hostType: 'js' })).toEqual(['part.css']);
  expect(loadedAhead('page', files, { hostType: 'html' })).toEqual(files);
});
