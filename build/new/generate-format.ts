import type { Generate } from './file-editor';

/** Generates an export format that writes a line for each event. */
export const generateFormat: Generate = ({ kebab, camel, pascal, title }, files) => {
  files.create(
    `lib/core/formats/write/write-${kebab}.ts`,
    `import type { TelemetryRecord } from '#core/journey/record';
import { formatJson } from '#core/quoting/json-text';
import { createRowWriter, defineExportFormat } from './export-format';
import { countStored, withLongValues } from './long-value-source';
import type { FilePieces, Writing } from './writing';

function write${pascal}(writing: Writing): FilePieces {
  const { records } = writing;
  return { count: Math.max(1, records.length + countStored(records)), texts: lines(writing) };
}

function* lines({ records, redact, longValues }: Writing): Generator<string> {
  for (const record of records) yield ${camel}Line(yield* withLongValues(record, longValues), redact);
}

function ${camel}Line({ row, name, event }: TelemetryRecord, redact: Writing['redact']): string {
  return \`\${formatJson(redact({ row, name, event: event?.json ?? null }))}\\n\`;
}

/** ${title}: a line for each event. */
export const ${camel}Format = defineExportFormat({
  id: '${kebab}',
  extension: '${kebab}',
  mimeType: 'text/plain',
  holdsRequests: false,
  write: write${pascal},
  createRecordWriter: ({ redact }) => createRowWriter('', (record) => ${camel}Line(record, redact)),
});
`,
  );
  files.create(
    `tests/unit/core/formats/write/write-${kebab}.test.ts`,
    `import { expect, it } from 'vitest';
import { ${camel}Format } from '#core/formats/write/write-${kebab}';
import { createTestRedactor, writingOf } from '#tests/fixtures/exchange';
import { eventOf, recordOf } from '#tests/fixtures/records';

it('${title} has a line for each event, and redacts personal data', () => {
  const json = { eid: 'LOG', edata: { message: 'ann@example.org' } };
  const records = [1, 2].map((row) => recordOf(row, { event: eventOf({ json }) }));
  const { texts } = ${camel}Format.write(writingOf(records, createTestRedactor()));
  const lines = [...texts].join('').trimEnd().split('\\n');
  expect(lines.map((line) => JSON.parse(line).row)).toEqual([1, 2]);
  expect(lines[0]).toContain('email-1@redacted.invalid');
});
`,
  );
  const list = 'lib/core/formats/formats.ts';
  files.addImport(list, `import { ${camel}Format } from './write/write-${kebab}';`);
  files.insertBefore(list, /^\] as const satisfies readonly ExportFormatDefinition/m, `  ${camel}Format,\n`);
  files.insertBefore('lib/node/package/write-capture.ts', /(?<=^export type ExportFormat =[^;]*);/m, ` | '${kebab}'`);
  files.addMessages('locales/en.yml', 'export.formats', { [kebab]: title });
  files.addMessages('locales/en.yml', 'export.formatHints', { [kebab]: 'Each event as a line' });
  files.addMessages('locales/hi.yml', 'export.formats', { [kebab]: title });
  files.addMessages('locales/hi.yml', 'export.formatHints', { [kebab]: 'हर event की एक लाइन' });
  files.insertBefore('docs/file-formats.md', /^\| \[Scenarios\]/m, `| ${title} | \`.${kebab}\` | Panel | | |\n`);
};
