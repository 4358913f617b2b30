import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type TestInfo, test } from '@playwright/test';
import { writeReport } from '#core/report/report-writers';
import { createRecordReport } from '../../record-report';
import type { TelemetrySource } from '../telemetry-source';

const attached = new WeakSet<TestInfo>();

/**
 * Attaches a capture file for the panel and a report of its findings to the running test.
 * Attaches files, because reporters print the text of other attachments. A later failure of the test overwrites them.
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
  // Not `attach`, which copies the files, so that a later failure could not overwrite them.
  info.attachments.push(
    { name: 'telemetry.json', path: capture, contentType: 'application/json' },
    { name: 'telemetry-report.html', path: report, contentType: 'text/html' },
  );
}
