import type { ExportFormat } from '../formats';
import { writeCsv } from './csv';
import { writeCurl } from './curl';
import { writeHar } from './har';
import { writeNdjson } from './ndjson';
import { writeSdk } from './sdk';
import { writeSession } from './session';
import type { Write } from './writing';

export const writers: Readonly<Record<ExportFormat, Write>> = {
  session: writeSession,
  ndjson: writeNdjson,
  csv: writeCsv,
  har: writeHar,
  curl: writeCurl,
  sdk: writeSdk,
};
