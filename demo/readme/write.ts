import { readFileSync, writeFileSync } from 'node:fs';
import { sessionJsonSchema } from '#core/formats/session/session-json-schema';
import { readingsTable } from './readings';
import { replaceSection } from './section';

/** Writes the documents that come out of the code. Run by `npm run readme`. */
const FILE = 'docs/interpretations.md';
const written = replaceSection(readFileSync(FILE, 'utf8'), 'readings', readingsTable());
if (written === null) throw new Error(`${FILE} has no place for the readings.`);
writeFileSync(FILE, written);
writeFileSync('lib/core/formats/session/telemetry-v3-session-2.schema.json', sessionJsonSchema());
