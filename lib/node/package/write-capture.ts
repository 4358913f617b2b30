import { type Capture, writeCaptureFile } from '#core/formats/capture-file';
import { type ExportFormat, exportFormatsById } from '#core/formats/formats';
import { THIS_PACKAGE } from '../this-package';

export interface WriteOptions {
  /** `redact`, the default, replaces tokens, email addresses and phone numbers by pseudonyms. */
  readonly secrets?: 'redact' | 'keep';
  /** Export time of a capture file, in epoch milliseconds. The default is the current time. */
  readonly exportedAt?: number;
}

/** Writes records in one of the panel's export formats, and returns the text. */
export function writeCapture(capture: Capture, format: ExportFormat, options: WriteOptions = {}): string {
  const { secrets = 'redact', exportedAt = Date.now() } = options;
  return [
    ...writeCaptureFile(capture, {
      format: exportFormatsById[format],
      secrets,
      exportedAt,
      writtenBy: THIS_PACKAGE,
    }).texts,
  ].join('');
}
