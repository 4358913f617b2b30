import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '#core/json/json';
import { sampleArguments } from '#core/telemetry/draft';
import { dataIndexOf, type EventKind } from '#core/telemetry/kinds';

/** Folder beside the repository, with events from production and public repositories. */
const DATA = '../shared/data';
const FOLDERS = ['production', '.', 'public-2026-11-26'];

/** Lines of real or realistic events, and whether they were generated. */
interface RealEvents {
  readonly lines: Buffer;
  readonly isGenerated: boolean;
}

/** Reads about `bytes` bytes of events: repeats the files, or generates events if there are no files. */
export function readRealEvents(bytes: number): RealEvents {
  const files = FOLDERS.flatMap((folder) => ndjsonFiles(join(DATA, folder)));
  const texts = files.map((file) => readFileSync(file, 'utf8').trimEnd());
  const isGenerated = texts.length === 0;
  const block = Buffer.from(`${isGenerated ? generatedLines() : texts.join('\n')}\n`);
  const copies = Math.ceil(bytes / block.length);
  return { lines: Buffer.concat(Array.from({ length: copies }, () => block)), isGenerated };
}

function ndjsonFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.ndjson'));
  return names.sort().map((name) => join(folder, name));
}

const GENERATED_EVENTS = 660;
/** Kinds, about as frequent as in the real files. */
const KINDS: readonly EventKind[] = ['interact', 'impression', 'log', 'interact', 'search', 'share', 'start', 'error'];
const STACK =
  'Error: Uncaught (in promise)\n    at t.invokeTask (polyfills.js:3:19752)\n    at Object.reject (polyfills.js:3:1)';

/**
 * Generates lines of events, which are the same on each run.
 * A seeded random number generator varies the events (Numerical Recipes, LCG).
 */
function generatedLines(): string {
  let state = 22;
  const isOneIn = (count: number): boolean => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % 65_536 < 65_536 / count;
  };
  return Array.from({ length: GENERATED_EVENTS }, (_, index) => JSON.stringify(generatedItem(index, isOneIn))).join(
    '\n',
  );
}

function generatedItem(index: number, isOneIn: (count: number) => boolean): Json {
  const kind = KINDS[index % KINDS.length] ?? 'log';
  const data = sampleArguments(kind)[dataIndexOf(kind)] ?? {};
  const id = index.toString(16).padStart(12, '0');
  const event = {
    eid: kind.toUpperCase(),
    ets: 1_566_242_900_000 + index,
    ver: '3.0',
    mid: `0f1e2d3c-4b5a-6978-8796-${id}`,
    actor: { id: `a1f26c15-bbfb-ca0c-9d7a-${id}`, type: 'User' },
    context: {
      channel: '505c7c48ac6dc1edc9b08f21db5a571d',
      pdata: { id: 'prod.app', pid: 'app.contentplayer', ver: '2.2.123' },
      env: 'contentplayer',
      sid: `d563f985-dc92-2a4e-c141-${id}`,
      did: `86bf7b097c2c380529a53d27a2336ba0b0d${id}`,
      cdata: [{ id: isOneIn(20) ? 7 : 'da4a6a97', type: 'ContentSession' }],
    },
    object: { id: `do_3125${index}`, type: 'Content', ver: '1', rollup: {} },
    edata: {
      ...(typeof data === 'object' ? data : {}),
      ...(isOneIn(2) ? { type: 'TOUCH', subtype: '' } : {}),
      ...(isOneIn(3) ? { extra: { url: 'https://site.example/content/player?page=2', pos: [] } } : {}),
      ...(isOneIn(4) ? { items: [{ id: 'do_1', type: 'Content', ver: '1', params: [], origin: {} }] } : {}),
      ...(isOneIn(12) ? { stacktrace: STACK } : {}),
    },
    tags: [],
    syncts: 1_566_242_911_079,
    '@timestamp': '2019-08-19T19:28:31.079Z',
    flags: { tv_processed: true, dd_processed: true, device_profile_retrieved: true },
    type: 'events',
  };
  return isOneIn(5) ? { event, tool: { verdict: 'valid', version: '1' } } : event;
}
