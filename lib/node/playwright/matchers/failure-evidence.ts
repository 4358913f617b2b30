import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type TestInfo, test } from '@playwright/test';
import { writeReport } from '#core/report/report-writers';
import { createRecordReport } from '../../record-report';
import type { TelemetrySource } from '../telemetry-source';

const testsWithEvidence = new WeakSet<TestInfo>();

/**
 * Attaches a capture file for the panel and a report of its findings to the running test.
 * Attaches files, because reporters print the text of other attachments. A later failure of the test overwrites them.
 */
export function attachEvidence(source: TelemetrySource): void {
  const info = test.info();
  const capturePath = info.outputPath('telemetry.json');
  const reportPath = info.outputPath('telemetry-report.html');
  const records = source.allRecords?.() ?? source.records();
  mkdirSync(dirname(capturePath), { recursive: true });
  writeFileSync(capturePath, source.captureText());
  writeFileSync(reportPath, writeReport(createRecordReport(info.title, records, source.now()), '.html'));
  if (testsWithEvidence.has(info)) return;
  testsWithEvidence.add(info);
  // Not `attach`, which copies the files, so that a later failure could not overwrite them.
  info.attachments.push(
    { name: 'telemetry.json', path: capturePath, contentType: 'application/json' },
    { name: 'telemetry-report.html', path: reportPath, contentType: 'text/html' },
  );
}
