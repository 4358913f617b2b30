/** The formats that a list can be exported in, in the order of the dialog (`docs/file-formats.md`). */
export const exportFormats = ['session', 'ndjson', 'csv', 'har', 'curl', 'sdk'] as const;
/** One of {@link exportFormats}. */
export type ExportFormat = (typeof exportFormats)[number];

/** File extension and media type of a format. */
export interface FormatFile {
  readonly extension: string;
  readonly mimeType: string;
}

/** File name extension and media type, by format. */
export const formatFiles: Readonly<Record<ExportFormat, FormatFile>> = {
  session: { extension: 'telemetry.json', mimeType: 'application/json' },
  ndjson: { extension: 'ndjson', mimeType: 'application/x-ndjson' },
  csv: { extension: 'csv', mimeType: 'text/csv' },
  har: { extension: 'har', mimeType: 'application/json' },
  curl: { extension: 'sh', mimeType: 'text/x-shellscript' },
  sdk: { extension: 'js', mimeType: 'text/javascript' },
};
