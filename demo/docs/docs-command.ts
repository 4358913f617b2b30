import { writeFileSync } from 'node:fs';
import { captureJsonSchema } from '#core/formats/capture/capture-json-schema';
import { writeSection } from './document-section';
import { interpretationsTable } from './interpretations-table';
import { rulesText } from './rules-text';

// Writes the parts of the documents that are generated from the code. Run by `npm run docs`.
writeSection('docs/interpretations.md', 'interpretations', interpretationsTable());
writeSection('docs/rules.md', 'rules', rulesText());
writeFileSync('lib/core/formats/capture/telemetry-v3-capture-1.schema.json', captureJsonSchema());
