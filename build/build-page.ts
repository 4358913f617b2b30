import { rmSync } from 'node:fs';
import preact from '@preact/preset-vite';
import { build, type PluginOption } from 'vite';
import { textsPlugin } from './i18n/extension-texts';
import { LANGUAGES } from './i18n/locale-file';
import { offlineSchemas } from './offline-schemas';
import { loadedAhead } from './panel-chunks';

/** What browsers of the last years understand, as the extension's own scripts. */
const TARGET = 'es2022';
/** The page loads all texts at once, as it comes from this machine, and has no reference of the rules. */
const UNUSED_TEXTS = ['collector', 'rules'];
const root = new URL('..', import.meta.url).pathname.replace(/\/$/, '');

/** Builds the panel as a page of `telemetry-v3 serve` into a folder, which is emptied before. */
export async function buildPage(folder: string, plugins: readonly PluginOption[] = []): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: `${root}/entrypoints/collector`,
    publicDir: false,
    plugins: [preact(), offlineSchemas(), textsPlugin(root), ...plugins],
    build: {
      outDir: `${root}/${folder}`,
      emptyOutDir: true,
      target: TARGET,
      modulePreload: { polyfill: false, resolveDependencies: loadedAhead },
    },
  });
  for (const language of LANGUAGES)
    for (const name of UNUSED_TEXTS) rmSync(`${root}/${folder}/texts/${language}/${name}.js`);
}
