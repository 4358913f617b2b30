import { type Capture, writeCaptureFile } from '#core/formats/capture-file';
import { type ExportFormat, exportFormatsById } from '#core/formats/formats';
import { THIS_PACKAGE } from '../this-package';

export interface WriteOptions {
  /** `redact` replaces tokens, email addresses and phone numbers by pseudonyms. It is the default. */
  readonly secrets?: 'redact' | 'keep';
  /** Epoch milliseconds that a capture file names as its time. The default is now. */
  readonly exportedAt?: number;
}

/** Writes records in one of the panel's export formats. */
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
