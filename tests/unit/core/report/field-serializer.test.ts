import { describe, expect, it } from 'vitest';
import { createFieldSerializer } from '#core/report/field-serializer';
import { createReport } from '#core/report/finding-report';
import { MAX_LISTED_PER_CODE } from '#core/report/report-tally';
import { writeReport, writeReportParts } from '#core/report/report-writers';
import { createLongReport, HOSTILE_TEXT, reportHeader, reportItem } from './sample-reports';

describe('JSON of items with shared parts', () => {
  const shared = { list: [{ text: HOSTILE_TEXT }], long: 'x\n"'.repeat(100) };
  const items = [
    { index: 0, ...shared, absent: undefined, none: null, empty: [] },
    { index: 1, ...shared },
  ];

  it.each([null, '  '])('an item is serialized like JSON.stringify does, with the indent %j', (indent) => {
    const serializeFields = createFieldSerializer({ indent, escapeJson: (json) => json });
    for (const item of items) {
      const fields = serializeFields(item);
      const json = indent === null ? `{${fields}}` : `{\n  ${fields}\n}`;
      expect(json).toBe(JSON.stringify(item, null, indent === null ? 0 : 2));
    }
  });

  it('a shared part is serialized once', () => {
    let escapeCalls = 0;
    const escapeJson = (json: string) => {
      escapeCalls += 1;
      return json;
    };
    const serializeFields = createFieldSerializer({ indent: null, escapeJson });
    for (let count = 0; count < 5; count += 1) serializeFields(shared);
    expect(escapeCalls).toBe(2);
  });
});

it('the chunks of a JSON report form the JSON of the report', () => {
  const report = createLongReport(1_000, 3);
  const parts = [...writeReportParts(report, 'a.json')];
  expect(parts.length).toBeGreaterThan(1);
  const { createdAt: _, ...rest } = report;
  const createdAt = new Date(reportHeader.createdAt).toISOString();
  const whole = { format: 'telemetry-v3-report', version: 1, createdAt, ...rest };
  expect(parts.join('')).toBe(`${JSON.stringify(whole, null, 2)}\n`);
});

it('a report without items is valid JSON', () => {
  const report = createReport(reportHeader, []);
  expect(JSON.parse(writeReport(report, 'a.json'))).toMatchObject({ items: [], counts: [] });
});

it('items with a shared list of findings also share the listed part of that list', () => {
  const [first] = reportItem().findings;
  const [second] = reportItem({ code: 'other' }).findings;
  if (first === undefined || second === undefined) throw new Error('The sample has no finding.');
  const findings = [first, second];
  const fillingItems = Array.from({ length: MAX_LISTED_PER_CODE - 1 }, () => reportItem());
  const sharingItems = Array.from({ length: 3 }, () => ({ ...reportItem(), findings }));
  const { items } = createReport(
    reportHeader,
    [...fillingItems, ...sharingItems].map((item) => ({ item, json: null })),
  );
  const [whole, part, same] = items.slice(-3);
  expect(whole?.findings.map(({ code }) => code)).toEqual(['missing', 'other']);
  expect(part?.findings.map(({ code }) => code)).toEqual(['other']);
  expect(same?.findings).toBe(part?.findings);
});
