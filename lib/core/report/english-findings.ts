import type { Finding } from '#core/telemetry/findings';
import messages from '#i18n/english-findings';
import { createFindingTexts } from './finding-texts';
import type { ReportedFinding } from './reported-finding';

/** English sentences of findings: on the command line, in the package and in exports. */
export const { findingText } = createFindingTexts((key, values) =>
  Object.hasOwn(messages, key) ? (messages[key]?.(values) ?? null) : null,
);

/** @param page the documentation page of the finding. */
export function toReportedFinding(finding: Finding, page: string): ReportedFinding {
  const { ruleSet, severity, code, path, params } = finding;
  return { ruleSet, severity, code, path, params, message: findingText(finding), page };
}
