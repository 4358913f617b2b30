import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type TestInfo, test } from '@playwright/test';
import { writeReport } from '#core/report/report-writers';
import { createRecordReport } from '../../record-report';
import type { TelemetrySource } from '../telemetry-source';

const attached = new WeakSet<TestInfo>();

/**
 * Attaches the capture, which the panel opens, and a report of its findings to the running test.
 * They are files, as reporters print the texts of others. A test has one of each: a later failure overwrites them.
 */
export function attachEvidence(source: TelemetrySource): void {
  const info = test.info();
  const [capture, report] = [info.outputPath('telemetry.json'), info.outputPath('telemetry-report.html')];
  const records = source.allRecords?.() ?? source.records();
  mkdirSync(dirname(capture), { recursive: true });
  writeFileSync(capture, source.captureText());
  writeFileSync(report, writeReport(createRecordReport(info.title, records, source.now()), '.html'));
  if (attached.has(info)) return;
  attached.add(info);
  // `attach` would copy the files, which a later failure could not overwrite.
  info.attachments.push(
    { name: 'telemetry.json', path: capture, contentType: 'application/json' },
    { name: 'telemetry-report.html', path: report, contentType: 'text/html' },
  );
}
