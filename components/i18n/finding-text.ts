import { createFindingTexts } from '#core/report/finding-texts';
import type { Finding, Severity } from '#core/telemetry/findings';
import { i18n, translateKey } from '#i18n';
import { setFindingText } from './message-text';

const texts = createFindingTexts(translateKey);

export const findingText = (finding: Finding): string => texts.findingText(finding);

setFindingText(({ finding }) => texts.findingText(finding));

/** For a place that shows the allowed values beside it. */
export const shortFindingText = (finding: Finding): string => texts.shortFindingText(finding);

/** More values are a list to choose from, and no part of a sentence. */
const MAX_NAMED_VALUES = 6;

/** For a place beside a form: a long list of allowed values, which the form has, is only counted. */
export function foldedFindingText(finding: Finding): string {
  const { allowed } = finding.params;
  return allowed && allowed.length > MAX_NAMED_VALUES ? shortFindingText(finding) : findingText(finding);
}

/** What a severity is called. */
export function severityLabel(severity: Severity): string {
  if (severity === 'error') return i18n.t('detail.error');
  return i18n.t(severity === 'warning' ? 'detail.warning' : 'detail.notice');
}

/** The value that a finding found, or `null` if it names none; and what a rule set is called. */
export const { foundValueText, ruleSetTitle } = texts;
