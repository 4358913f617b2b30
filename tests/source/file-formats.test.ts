import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { sampleFields } from '#core/drafts/sample';
import { CAPTURE_VERSION, captureHeaderSchema } from '#core/formats/capture/capture-header';
import { captureJsonSchema } from '#core/formats/capture/capture-json-schema';
import { recordSchema, requestSchema } from '#core/formats/capture/record-schema';
import { exportFormats } from '#core/formats/formats';
import { csvColumns } from '#core/formats/write/write-csv';
import { environmentSchema } from '#core/identity/environment';
import { scenarioSchema, stepTypes } from '#core/scenarios/scenario';

const text = readFileSync('docs/file-formats.md', 'utf8');
const FIRST_CELL = /^\| `([^`]+)` \|/gm;

/** The names in the first column of the tables of a section. */
function namesIn(heading: string): readonly string[] {
  const [, section = ''] = text.split(new RegExp(`^#+ ${heading}$`, 'm'));
  const [body = ''] = section.split(/^#+ /m);
  return [...body.matchAll(FIRST_CELL)].map(([, name]) => name ?? '');
}

/** The fields of one part of a record, as the JSON Schema of a capture has them. */
function fieldsOf(name: 'call' | 'event' | 'secrets'): readonly string[] {
  const { [name]: part } = JSON.parse(captureJsonSchema()).properties.records.items.properties;
  return Object.keys((part.items ?? part.anyOf[0]).properties);
}

it.each([
  ['Head', [...Object.keys(captureHeaderSchema.shape), 'records']],
  ['Record', Object.keys(recordSchema.shape)],
  ['Request', Object.keys(requestSchema.shape)],
  ['Call', fieldsOf('call')],
  ['Event', fieldsOf('event')],
  ['Secret', fieldsOf('secrets')],
  ['CSV', csvColumns],
  ['Scenarios', [...Object.keys(scenarioSchema.shape), ...stepTypes]],
  ['Samples', Object.keys(sampleFields)],
  ['Environments', Object.keys(environmentSchema.shape).filter((name) => name !== 'id' && name !== 'keepSessions')],
])('%s: the documentation page lists the fields of the schema', (heading, fields) => {
  expect([...namesIn(heading)].sort()).toEqual([...fields].sort());
});

it('the documentation page has the current format version and the file extensions', () => {
  expect(text).toContain(`Written as version ${CAPTURE_VERSION}.`);
  for (const { extension } of exportFormats) expect(text).toContain(`\`.${extension}\``);
});
