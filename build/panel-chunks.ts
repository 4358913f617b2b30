import { type InlineConfig, mergeConfig } from 'vite';

const PANEL = 'panel';

/** What is asked of the bundler about a module. */
interface ModuleGraph {
  getModuleInfo(id: string): {
    readonly importers: readonly string[];
    readonly dynamicImporters: readonly string[];
    readonly isEntry: boolean;
  } | null;
}

/**
 * Puts what only the panel starts with into one file.
 * A file more for all that it shares with a part that is loaded later would make them larger, and there are many.
 */
export function startPanelInOneFile(entrypoints: readonly { readonly name: string }[], config: InlineConfig): void {
  if (!entrypoints.some(({ name }) => name === PANEL)) return;
  const groups = [{ name: chunkOf, debugName: PANEL, includeDependenciesRecursively: false }];
  config.build = mergeConfig(config.build ?? {}, { rolldownOptions: { output: { codeSplitting: { groups } } } });
}

/**
 * The panel's start, for a module that the panel starts with and no other page ever loads; else `null`.
 * A part that another page loads later must not bring the whole panel along.
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
 * What is loaded beside a part of a page: its styles, as it must not be seen without them.
 * Its scripts lie on this machine and come when they are imported; their names would only make the page larger that may
 * ask for the part.
 */
export function loadedAhead(_: string, files: string[], { hostType }: { readonly hostType: 'html' | 'js' }): string[] {
  return hostType === 'html' ? files : files.filter((file) => file.endsWith('.css'));
}
