import { createFindingTexts } from '#core/report/finding-texts';
import type { Finding, Severity } from '#core/telemetry/findings';
import { i18n, translateKey } from '#i18n';
import { setFindingFormatter } from './message-text';

const texts = createFindingTexts(translateKey);

export const findingText = (finding: Finding): string => texts.findingText(finding);

setFindingFormatter(({ finding }) => texts.findingText(finding));

/** Returns the text of a finding without its allowed values, which are shown beside the finding. */
export const shortFindingText = (finding: Finding): string => texts.shortFindingText(finding);

/** A sentence with more values is hard to read. */
const MAX_NAMED_VALUES = 6;

/** Returns the text of a finding beside a form. A long list of allowed values is omitted, because the form shows it. */
export function foldedFindingText(finding: Finding): string {
  const { allowed } = finding.params;
  return allowed && allowed.length > MAX_NAMED_VALUES ? shortFindingText(finding) : findingText(finding);
}

/** Returns the label of a severity. */
export function severityLabel(severity: Severity): string {
  if (severity === 'error') return i18n.t('detail.error');
  return i18n.t(severity === 'warning' ? 'detail.warning' : 'detail.notice');
}

/**
 * `foundValueText` returns the value that a finding found, or `null` if it names none.
 * `ruleSetTitle` returns the title of a rule set.
 */
export const { foundValueText, ruleSetTitle } = texts;
