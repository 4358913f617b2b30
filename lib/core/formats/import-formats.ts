/**
 * The kinds of JSON files that are read, the first that matches first, with the extensions of their names.
 * Anything else is looked through for events. The panel shows the extensions before it loads what reads the files.
 */
export const importFormats = [
  { id: 'har', extensions: ['.har', '.json'], recordsFrom: 'requests' },
  { id: 'capture', extensions: ['.json'], recordsFrom: 'records' },
  { id: 'postman', extensions: ['.json'], recordsFrom: 'events' },
] as const;

/** The name of one of {@link importFormats}. */
export type ImportFormat = (typeof importFormats)[number]['id'];

/** The parts of a file that records are made of: `events` also for a file in none of {@link importFormats}. */
export type RecordSource = (typeof importFormats)[number]['recordsFrom'];

/** Texts that are looked through for events, and packed files. */
const OTHER_EXTENSIONS = ['.ndjson', '.jsonl', '.txt', '.md', '.log', '.csv', '.tsv', '.gz', '.zip'];

/** The extensions of all files that can be read, with the dot. */
export const importExtensions: readonly string[] = [
  ...new Set([...importFormats.flatMap<string>(({ extensions }) => extensions), ...OTHER_EXTENSIONS]),
];
