import { type InlineConfig, mergeConfig } from 'vite';

const PANEL = 'panel';

/** The used part of the bundler's module graph. */
interface ModuleGraph {
  getModuleInfo(id: string): {
    readonly importers: readonly string[];
    readonly dynamicImporters: readonly string[];
    readonly isEntry: boolean;
  } | null;
}

/**
 * Puts the modules that only the panel needs at its start into one file.
 * By default, modules that the panel shares with a lazy-loaded part would be in many small files, larger in total.
 */
export function startPanelInOneFile(entrypoints: readonly { readonly name: string }[], config: InlineConfig): void {
  if (!entrypoints.some(({ name }) => name === PANEL)) return;
  const groups = [{ name: selectChunk, debugName: PANEL, includeDependenciesRecursively: false }];
  config.build = mergeConfig(config.build ?? {}, { rolldownOptions: { output: { codeSplitting: { groups } } } });
}

/**
 * Returns the start chunk for a module that only the panel loads, and needs at its start, else `null`.
 * Otherwise, other pages would load the whole panel with a lazy-loaded part.
 */
function selectChunk(id: string, graph: ModuleGraph): string | null {
  const isNeededAtStart = findEntries(id, graph, ({ importers }) => importers).some(isPanel);
  const pages = findEntries(id, graph, ({ importers, dynamicImporters }) => [...importers, ...dynamicImporters]);
  return isNeededAtStart && pages.every(isPanel) ? `${PANEL}-start` : null;
}

const isPanel = (entry: string): boolean => entry.includes(`/${PANEL}/`);

function findEntries(
  id: string,
  graph: ModuleGraph,
  importersOf: (module: NonNullable<ReturnType<ModuleGraph['getModuleInfo']>>) => readonly string[],
): readonly string[] {
  const importerIds = new Set([id]);
  for (const importerId of importerIds) {
    const module = graph.getModuleInfo(importerId);
    for (const importer of module === null ? [] : importersOf(module)) importerIds.add(importer);
  }
  return [...importerIds].filter((importerId) => graph.getModuleInfo(importerId)?.isEntry);
}

/**
 * Selects the files to preload with a lazy-loaded part of a page.
 * These are only styles, so that the part is never rendered without them. Scripts are local, and load fast on import. A
 * list of scripts would only make the importing page larger.
 */
export function selectPreloads(
  _: string,
  files: string[],
  { hostType }: { readonly hostType: 'html' | 'js' },
): string[] {
  return hostType === 'html' ? files : files.filter((file) => file.endsWith('.css'));
}
