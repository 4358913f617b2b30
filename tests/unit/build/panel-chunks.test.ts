import { expect, it } from 'vitest';
import { chunkOf, loadedAhead, type ModuleGraph, startPanelInOneFile } from '../../../build/panel-chunks';

const PANEL = '/entrypoints/panel/main.tsx';
const POPUP = '/entrypoints/popup/main.tsx';
const entry = { importers: [], dynamicImporters: [], isEntry: true };
const part = (importers: readonly string[], dynamicImporters: readonly string[] = []) => ({
  importers,
  dynamicImporters,
  isEntry: false,
});

const modules: Readonly<Record<string, ReturnType<ModuleGraph['getModuleInfo']>>> = {
  [PANEL]: entry,
  [POPUP]: entry,
  '/list.ts': part([PANEL]),
  '/row.ts': part(['/list.ts', '/row.ts']),
  '/shared.ts': part(['/row.ts', POPUP]),
  '/later.ts': part([], [PANEL]),
  '/also-later.ts': part(['/row.ts', '/later.ts']),
  '/popup-later.ts': part([], [POPUP]),
  '/shared-later.ts': part(['/row.ts', '/popup-later.ts']),
};
const graph: ModuleGraph = { getModuleInfo: (id) => modules[id] ?? null };

it('the code that only the start of the panel needs is in one chunk', () => {
  const chunks = Object.keys(modules).map((id) => [id, chunkOf(id, graph)]);
  expect(Object.fromEntries(chunks)).toEqual({
    '/entrypoints/panel/main.tsx': 'panel-start',
    '/entrypoints/popup/main.tsx': null,
    '/list.ts': 'panel-start',
    '/row.ts': 'panel-start',
    '/shared.ts': null,
    '/later.ts': null,
    '/also-later.ts': 'panel-start',
    '/popup-later.ts': null,
    '/shared-later.ts': null,
  });
});

it('only the code of the panel is split into chunks', () => {
  const config = {};
  startPanelInOneFile([{ name: 'background' }], config);
  expect(config).toEqual({});
  startPanelInOneFile([{ name: 'popup' }, { name: 'panel' }], config);
  expect(config).toMatchObject({ build: { rolldownOptions: { output: { codeSplitting: { groups: [{}] } } } } });
});

it('the styles of a lazy part are preloaded, and all files that a page starts with', () => {
  const files = ['part.js', 'part.css'];
  expect(loadedAhead('part', files, { hostType: 'js' })).toEqual(['part.css']);
  expect(loadedAhead('page', files, { hostType: 'html' })).toEqual(files);
});
