import type { Plugin } from 'vite';

/**
 * Puts a script on the ignore list of debuggers, by a source map in the script.
 * The page's own code then stands as the initiator of a request, in call stacks and at a pause, not ours around it.
 * Source map format (ECMA-426), `ignoreList`.
 */
export const ignoredByDebuggers: Plugin = {
  name: 'ignored-by-debuggers',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const output of Object.values(bundle)) {
      // One name for each hook: it is nowhere shown, and a longer one is bytes in every frame.
      if (output.type === 'chunk') output.code = withIgnoreList(output.code, 'page-hook.js');
    }
  },
};

/** The script with a source map that maps each of its lines to itself, and has nothing else in it. */
export function withIgnoreList(code: string, fileName: string): string {
  const lines = code.trimEnd();
  const mappings = lines
    .split('\n')
    .map((_, index) => (index === 0 ? 'AAAA' : 'AACA'))
    .join(';');
  const map = JSON.stringify({ version: 3, sources: [fileName], mappings, ignoreList: [0] });
  // A quote would end the URL (ECMA-426, "Extracting source map URLs"); the rest may stand as it is.
  return `${lines}\n//# sourceMappingURL=data:application/json,${map.replaceAll('"', '%22')}\n`;
}
