import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { createReport, type FindingReport } from '#core/report/finding-report';
import { writeJunitReport } from '#core/report/junit-report';
import { writeSarifReport } from '#core/report/sarif-report';
import { createLongReport, HOSTILE_TEXT, reportHeader, reportItem } from '#tests/unit/core/report/sample-reports';

const require = createRequire(import.meta.url);
const { validateXML } = require('xmllint-wasm');
const junitSchema = readFileSync('tests/packages/junit.xsd', 'utf8');
/** The schema is of draft 4. The Ajv beside this package still supports this draft. */
const sarifFolder = require.resolve('@microsoft/jest-sarif/package.json');
const Ajv = createRequire(sarifFolder)('ajv');
const sarifSchema = JSON.parse(
  readFileSync(createRequire(sarifFolder).resolve('./lib/schemas/sarif-2.1.0-rtm.5.json'), 'utf8'),
);

const hostile = reportItem({ message: HOSTILE_TEXT, path: [HOSTILE_TEXT], mid: HOSTILE_TEXT, file: HOSTILE_TEXT });
const reports: readonly (readonly [string, FindingReport])[] = [
  ['no finding', createReport(reportHeader, [])],
  ['findings of each severity, more than are listed', createLongReport(1_200, 9)],
  ['hostile texts', createReport(reportHeader, [{ item: hostile, json: null }])],
  ['standard input', createReport(reportHeader, [{ item: reportItem({ file: '-' }), json: {} }])],
];

describe.each(reports)('report: %s', (name, report) => {
  it(`a report of ${name} is valid by the JUnit XML schemas of Apache Ant and Jenkins`, async () => {
    const { errors, valid } = await validateXML({
      xml: { fileName: 'report.xml', contents: writeJunitReport(report) },
      schema: junitSchema,
      maxMemoryPages: 4_096,
    });
    expect(errors).toEqual([]);
    expect(valid).toBe(true);
  });

  it(`a report of ${name} is valid by the SARIF 2.1.0 schema`, () => {
    const ajv = new Ajv({ schemaId: 'auto', meta: false });
    ajv.addMetaSchema(createRequire(sarifFolder)('ajv/lib/refs/json-schema-draft-04.json'));
    const check = ajv.compile(sarifSchema);
    check(JSON.parse(writeSarifReport(report)));
    expect(check.errors ?? []).toEqual([]);
  });
});

it('the report schemas reject invalid reports', async () => {
  const { valid } = await validateXML({ xml: '<testsuites><testsuite/></testsuites>', schema: junitSchema });
  expect(valid).toBe(false);
});
