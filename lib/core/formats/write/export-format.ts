import type { RecordWriter, RecordWriting } from './record-writer';
import type { Pieces, Writing } from './writing';

/**
 * A format that a list can be exported in.
 * The locale files have its name as `export.formats.ID`, and in one line what it is good for as `export.formatHints.ID`.
 */
export interface ExportFormatDefinition<Id extends string = string> {
  /** As `convert --to` names it. */
  readonly id: Id;
  /** Of the file, without the first dot. */
  readonly extension: string;
  readonly mimeType: string;
  /** Whether it holds requests: it has no place for an event that none carried. */
  readonly holdsRequests: boolean;
  /** Writes a list of records. */
  readonly write: (writing: Writing) => Pieces;
  /** Writes records as they come; null for a format that needs all of them at hand. */
  readonly createRecordWriter: ((writing: RecordWriting) => RecordWriter) | null;
}

/** Returns the definition with its id as a type. */
export function defineExportFormat<const Id extends string>(
  definition: ExportFormatDefinition<Id>,
): ExportFormatDefinition<Id> {
  return definition;
}
