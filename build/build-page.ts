import { rmSync } from 'node:fs';
import preact from '@preact/preset-vite';
import { build, type PluginOption } from 'vite';
import { textsPlugin } from './i18n/extension-texts';
import { LANGUAGES } from './i18n/locale-file';
import { offlineSchemas } from './offline-schemas';
import { selectPreloads } from './panel-chunks';
import { SCRIPT_TARGET } from './script-target';

/**
 * Texts that the page does not load.
 * The page is local, so it loads all texts in one file. It has no rule reference.
 */
const UNUSED_TEXTS = ['collector', 'rules'];
const root = new URL('..', import.meta.url).pathname.replace(/\/$/, '');

/** Builds the panel page of `telemetry-v3 serve` into a folder, which is emptied first. */
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
      target: SCRIPT_TARGET,
      modulePreload: { polyfill: false, resolveDependencies: selectPreloads },
    },
  });
  for (const language of LANGUAGES)
    for (const name of UNUSED_TEXTS) rmSync(`${root}/${folder}/texts/${language}/${name}.js`);
}
