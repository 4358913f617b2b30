import type { ExportFormat } from '../formats';
import { writeCsv } from './write-csv';
import { writeCurl } from './write-curl';
import { writeHar } from './write-har';
import { writeNdjson } from './write-ndjson';
import { writeSdk } from './write-sdk';
import { writeSession } from './write-session';
import type { Write } from './writing';

/** Writes a list of records, by format. */
export const writers: Readonly<Record<ExportFormat, Write>> = {
  session: writeSession,
  ndjson: writeNdjson,
  csv: writeCsv,
  har: writeHar,
  curl: writeCurl,
  sdk: writeSdk,
};
