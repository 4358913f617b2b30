import { build, type PluginOption } from 'vite';

/** The same target as for the scripts of the extension. */
const TARGET = 'es2022';

/** Bundles the script that observes the pages of tests, as a classic script without exports. */
export async function bundlePageScript(plugins: readonly PluginOption[] = []): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [...plugins],
    build: {
      write: false,
      target: TARGET,
      modulePreload: false,
      rollupOptions: { input: 'lib/page/playwright/page-script.ts', output: { format: 'iife' } },
    },
  });
  const chunks = [built]
    .flat()
    .flatMap((part) => ('output' in part ? part.output : []))
    .flatMap((output) => (output.type === 'chunk' ? [output.code] : []));
  const [code] = chunks;
  if (code === undefined || chunks.length > 1) throw new Error('The page script is not one file.');
  return code;
}
