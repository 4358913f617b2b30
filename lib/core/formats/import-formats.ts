/**
 * The formats of JSON files that can be imported, with their file extensions. The first match wins.
 * Any other file is searched for events. The panel shows the extensions before it loads the code that reads files.
 */
export const importFormats = [
  { id: 'har', extensions: ['.har', '.json'], recordsFrom: 'requests' },
  { id: 'capture', extensions: ['.json'], recordsFrom: 'records' },
  { id: 'postman', extensions: ['.json'], recordsFrom: 'events' },
] as const;

/** The name of one of {@link importFormats}. */
export type ImportFormat = (typeof importFormats)[number]['id'];

/**
 * The parts of a file that records are created from.
 * `events` also for a file in none of {@link importFormats}.
 */
export type RecordSource = (typeof importFormats)[number]['recordsFrom'];

/** Extensions of text files that are searched for events, and of compressed files. */
const OTHER_EXTENSIONS = ['.ndjson', '.jsonl', '.txt', '.md', '.log', '.csv', '.tsv', '.gz', '.zip'];

/** The extensions of all files that can be read, with the dot. */
export const importExtensions: readonly string[] = [
  ...new Set([...importFormats.flatMap<string>(({ extensions }) => extensions), ...OTHER_EXTENSIONS]),
];
