import { type TestInfo, test } from '@playwright/test';
import { writeReport } from '#core/report/report-writers';
import { createRecordReport } from '../telemetry-report';
import type { TelemetrySource } from '../telemetry-source';

/** Failures of one test that attach files: a matcher within `expect(…).toPass()` may fail many times. */
const MAX_ATTACHED_FAILURES = 3;
const attached = new WeakMap<TestInfo, number>();

/** Attaches the capture, which the panel opens, and a report of its findings to the test that runs. */
export async function attachEvidence(source: TelemetrySource): Promise<void> {
  const info = test.info();
  const count = (attached.get(info) ?? 0) + 1;
  if (count > MAX_ATTACHED_FAILURES) return;
  attached.set(info, count);
  const report = createRecordReport(info.title, source.records(), source.now());
  const number = count === 1 ? '' : `-${count}`;
  await info.attach(`telemetry${number}.json`, { body: source.captureText(), contentType: 'application/json' });
  await info.attach(`telemetry-report${number}.html`, {
    body: writeReport(report, '.html'),
    contentType: 'text/html',
  });
}
