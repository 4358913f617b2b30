import type { ExportFormatDefinition } from './write/export-format';
import { captureFormat } from './write/write-capture-json';
import { csvFormat } from './write/write-csv';
import { curlFormat } from './write/write-curl';
import { harFormat } from './write/write-har';
import { ndjsonFormat } from './write/write-ndjson';
import { sdkFormat } from './write/write-sdk';

/** The export formats of a list, in the order of the dialog (`docs/file-formats.md`). */
export const exportFormats = [
  captureFormat,
  ndjsonFormat,
  csvFormat,
  harFormat,
  curlFormat,
  sdkFormat,
] as const satisfies readonly ExportFormatDefinition[];

/** The name of one of {@link exportFormats}. */
export type ExportFormat = (typeof exportFormats)[number]['id'];

/** The export formats by id. */
export const exportFormatsById = Object.fromEntries(exportFormats.map((format) => [format.id, format])) as {
  readonly [Id in ExportFormat]: ExportFormatDefinition<Id>;
};
