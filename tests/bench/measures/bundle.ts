import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Metrics, roundTo } from '../measurements';

/**
 * Returns the gzipped sizes of the first loads of the built extension, in kilobytes.
 * The first load of a page consists of the scripts and styles in its HTML and the texts of its first screen.
 */
export function measureBundle(folder: string): Metrics['bundleKb'] {
  const size = (file: string) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length;
  const kilobytes = (files: readonly string[]) => roundTo(files.reduce((sum, file) => sum + size(file), 0) / 1000);
  const page = (name: string) => {
    const linkedFiles = findLinkedFiles(readFileSync(join(folder, `${name}.html`), 'utf8'));
    return kilobytes([...linkedFiles, `texts/en/${name}.js`, 'texts/runtime.js']);
  };
  return {
    pageHook: kilobytes(['page-hook.js']),
    // The largest variant of this hook.
    stackHook: kilobytes(['page-hook-stacks-actions.js']),
    relay: kilobytes(['relay.js']),
    panel: page('panel'),
    panelRecording: kilobytes(recordingFiles(folder)),
    background: kilobytes(['background.js']),
    popup: page('popup'),
  };
}

/**
 * Returns the chunks for recording: capture and judge, with their own imports.
 * The panel imports them while it starts.
 */
function recordingFiles(folder: string): readonly string[] {
  const start = readdirSync(join(folder, 'chunks')).filter((file) => /^panel-(capture|judge)-/.test(file));
  if (start.length !== 2) throw new Error(`${start.length} scripts are named panel-capture or panel-judge, not 2.`);
  const files = new Set(start.map((file) => `chunks/${file}`));
  for (const file of files) {
    const imported = readFileSync(join(folder, file), 'utf8').matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g);
    for (const [, name] of imported) files.add(`chunks/${name}`);
  }
  const pageFiles = new Set(findLinkedFiles(readFileSync(join(folder, 'panel.html'), 'utf8')));
  return [...files].filter((file) => !pageFiles.has(file));
}

/**
 * Returns every script and style sheet in the HTML of a page.
 * Later imports are not part of the first load.
 */
export function findLinkedFiles(html: string): readonly string[] {
  const linkedFiles = html.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="\/?([^"]+\.(?:js|css))"/g);
  return [...new Set([...linkedFiles].map(([, file]) => file ?? ''))];
}
