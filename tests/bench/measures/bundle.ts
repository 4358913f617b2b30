import { readdirSync, readFileSync } from 'node:fs';
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
    // Of its variants the largest.
    stackHook: kilobytes(['page-hook-stacks-actions.js']),
    relay: kilobytes(['relay.js']),
    panel: page('panel'),
    panelRecording: kilobytes(recordingFiles(folder)),
    background: kilobytes(['background.js']),
    popup: page('popup'),
  };
}

/** What records, which the panel imports as it starts: the capture and the judge, with all that only they import. */
function recordingFiles(folder: string): readonly string[] {
  const start = readdirSync(join(folder, 'chunks')).filter((file) => /^panel-(capture|judge)-/.test(file));
  if (start.length !== 2) throw new Error(`${start.length} scripts are named panel-capture or panel-judge, not 2.`);
  const files = new Set(start.map((file) => `chunks/${file}`));
  for (const file of files) {
    const imported = readFileSync(join(folder, file), 'utf8').matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g);
    for (const [, name] of imported) files.add(`chunks/${name}`);
  }
  const ofPage = new Set(filesLoadedBy(readFileSync(join(folder, 'panel.html'), 'utf8')));
  return [...files].filter((file) => !ofPage.has(file));
}

/**
 * Every script and style sheet that a page loads by itself.
 * What it imports later is not its first load.
 */
export function filesLoadedBy(html: string): readonly string[] {
  const named = html.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="\/?([^"]+\.(?:js|css))"/g);
  return [...new Set([...named].map(([, file]) => file ?? ''))];
}
