import type { Plugin } from 'vite';

/**
 * Puts a script on the ignore list of debuggers, by an inline source map (ECMA-426, `ignoreList`).
 * Debuggers then show the page's code, instead of the hook's, in call stacks, at breakpoints and as initiator of
 * requests.
 */
export const ignoredByDebuggers: Plugin = {
  name: 'ignored-by-debuggers',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const output of Object.values(bundle)) {
      // The same short name for all hooks: it is never shown, and adds bytes to every frame.
      if (output.type === 'chunk') output.code = withIgnoreList(output.code, 'page-hook.js');
    }
  },
};

/** Adds a source map that maps each line of a script to itself. */
export function withIgnoreList(code: string, fileName: string): string {
  const lines = code.trimEnd();
  const mappings = lines
    .split('\n')
    .map((_, index) => (index === 0 ? 'AAAA' : 'AACA'))
    .join(';');
  const map = JSON.stringify({ version: 3, sources: [fileName], mappings, ignoreList: [0] });
  // Quotes are escaped, because they would end the URL (ECMA-426, "Extracting source map URLs").
  return `${lines}\n//# sourceMappingURL=data:application/json,${map.replaceAll('"', '%22')}\n`;
}
