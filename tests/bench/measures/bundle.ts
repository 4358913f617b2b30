import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Figures, roundMs } from '../measurements';

/**
 * Gzipped sizes of what the built extension loads first: a script, or a page with the scripts and styles that it names and
 * the texts that it starts with.
 */
export function measureBundle(folder: string): Figures['bundleKb'] {
  const size = (file: string) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;
  const kilobytes = (files: readonly string[]) => roundMs(files.reduce((sum, file) => sum + size(file), 0) / 1000);
  const page = (name: string) => {
    const named = filesLoadedBy(readFileSync(join(folder, `${name}.html`), 'utf8'));
    return kilobytes([...named, `texts/en/${name}.js`, 'texts/runtime.js']);
  };
  return {
    pageHook: kilobytes(['page-hook.js']),
    relay: kilobytes(['relay.js']),
    panel: page('panel'),
    background: kilobytes(['background.js']),
    popup: page('popup'),
  };
}

/**
 * Every script and style sheet that a page loads by itself.
 * What it imports later is not its first load.
 */
export function filesLoadedBy(html: string): readonly string[] {
  const named = html.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="\/?([^"]+\.(?:js|css))"/g);
  return [...new Set([...named].map(([, file]) => file ?? ''))];
}
