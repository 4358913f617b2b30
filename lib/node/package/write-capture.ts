import { type Capture, writeCaptureFile } from '#core/formats/capture-file';
import { exportFormats, exportFormatsById } from '#core/formats/formats';
import { assertKnownName } from '../did-you-mean';
import { THIS_PACKAGE } from '../this-package';

/**
 * The name of an export format.
 * Not derived from the formats, which would add the types of all writers to the package.
 * The compiler reports names that differ from those of the formats.
 */
export type ExportFormat = 'capture' | 'ndjson' | 'csv' | 'har' | 'curl' | 'sdk';

export interface WriteOptions {
  /** `redact`, the default, replaces tokens, email addresses and phone numbers by pseudonyms. */
  readonly secrets?: 'redact' | 'keep';
  /** Export time of a capture file, in epoch milliseconds. The default is the current time. */
  readonly exportedAt?: number;
}

const OPTION_NAMES: readonly string[] = ['secrets', 'exportedAt'] satisfies (keyof WriteOptions)[];
const formatNames: readonly ExportFormat[] = exportFormats.map(({ id }) => id);

/**
 * Writes records in one of the panel's export formats, and returns the text.
 *
 * @throws {TypeError} For an unknown format or option. If `secrets` were ignored, the text would contain them.
 */
export function writeCapture(capture: Capture, format: ExportFormat, options: WriteOptions = {}): string {
  assertKnownName('format', format, formatNames);
  for (const name of Object.keys(options)) assertKnownName('option', name, OPTION_NAMES);
  const { secrets = 'redact', exportedAt = Date.now() } = options;
  assertKnownName('secrets value', secrets, ['redact', 'keep']);
  return [
    ...writeCaptureFile(capture, {
      format: exportFormatsById[format],
      secrets,
      exportedAt,
      writtenBy: THIS_PACKAGE,
    }).texts,
  ].join('');
}
