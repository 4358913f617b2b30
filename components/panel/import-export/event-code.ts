import type { AppStore } from '#components/panel/app/app-store.ts';
import { panelRules } from '#core/drafts/panel-rules';
import { writePlaywrightAssertion } from '#core/drafts/playwright-assertion';
import { formatRequestCode, type RequestFormat } from '#core/formats/write/request-code';
import { writeSdk } from '#core/formats/write/write-sdk';
import { createRedactor } from '#core/redaction/redactor';
import type { JudgedRecord } from '#core/stream/judged-record';

export type CodeFormat = RequestFormat | 'sdk' | 'playwright';

/** Formats an event as code that sends or expects it, with secrets and personal data redacted. */
export function formatAsCode(
  format: CodeFormat,
  record: JudgedRecord,
  all: readonly JudgedRecord[],
  { version }: Pick<AppStore, 'version'>,
): string {
  const redact = createRedactor().json;
  if (format === 'playwright') return writePlaywrightAssertion(record, redact) ?? '';
  if (format !== 'sdk') return formatRequestCode(format, record, all, redact) ?? '';
  const { texts } = writeSdk({
    records: [record],
    all,
    navigations: [],
    frames: [],
    redact,
    isRedacted: true,
    exportedAt: 0,
    writtenBy: { name: '', version },
    argumentsOfEvent: panelRules.argumentsOfEvent,
    argumentNames: panelRules.argumentNames,
  });
  return [...texts].join('');
}
