import { readFileSync, writeFileSync } from 'node:fs';
import { readingsTable } from './readings';
import { replaceSection } from './section';

/** Writes the parts of the README that come out of the code. Run by `npm run readme`. */
const FILE = 'README.md';
const written = replaceSection(readFileSync(FILE, 'utf8'), 'readings', readingsTable());
if (written === null) throw new Error(`${FILE} has no place for the readings.`);
writeFileSync(FILE, written);
