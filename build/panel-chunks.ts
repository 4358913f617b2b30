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
 * Separate files for modules that it shares with each lazy-loaded part would be many, and larger in total.
 */
export function startPanelInOneFile(entrypoints: readonly { readonly name: string }[], config: InlineConfig): void {
  if (!entrypoints.some(({ name }) => name === PANEL)) return;
  const groups = [{ name: chunkOf, debugName: PANEL, includeDependenciesRecursively: false }];
  config.build = mergeConfig(config.build ?? {}, { rolldownOptions: { output: { codeSplitting: { groups } } } });
}

/**
 * Returns the start chunk for a module that only the panel loads, and needs at its start, else `null`.
 * Otherwise, other pages would load the whole panel with a lazy-loaded part.
 */
function chunkOf(id: string, graph: ModuleGraph): string | null {
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
  const seen = new Set([id]);
  for (const each of seen) {
    const module = graph.getModuleInfo(each);
    for (const importer of module === null ? [] : importersOf(module)) seen.add(importer);
  }
  return [...seen].filter((each) => graph.getModuleInfo(each)?.isEntry);
}

/**
 * Selects the files to preload with a lazy-loaded part of a page.
 * Only its styles are, so that it is never shown without them. Scripts are local and load fast when they are imported.
 * Listing them would only make the importing page larger.
 */
export function loadedAhead(_: string, files: string[], { hostType }: { readonly hostType: 'html' | 'js' }): string[] {
  return hostType === 'html' ? files : files.filter((file) => file.endsWith('.css'));
}
