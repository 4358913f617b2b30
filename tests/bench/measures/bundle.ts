import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Figures, roundMs } from '../measurements';

/** Gzipped sizes of what the built extension loads first: a script, or a page with the scripts and styles that it names. */
export function measureBundle(folder: string): Figures['bundleKb'] {
  const size = (file: string) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;
  const kilobytes = (files: readonly string[]) => roundMs(files.reduce((sum, file) => sum + size(file), 0) / 1000);
  const page = (file: string) => kilobytes(filesLoadedBy(readFileSync(join(folder, file), 'utf8')));
  return {
    pageHook: kilobytes(['page-hook.js']),
    relay: kilobytes(['relay.js']),
    panel: page('panel.html'),
    background: kilobytes(['background.js']),
    popup: page('popup.html'),
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
