import { build, type PluginOption } from 'vite';
import { SCRIPT_TARGET } from './script-target';

/**
 * Bundles `dist/page-script.js`, which the Playwright fixture and `serve --inject` add to pages, as a classic script.
 */
export async function bundlePageScript(plugins: readonly PluginOption[] = []): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [...plugins],
    build: {
      write: false,
      target: SCRIPT_TARGET,
      modulePreload: false,
      rollupOptions: { input: 'lib/page/injected/page-script.ts', output: { format: 'iife' } },
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
