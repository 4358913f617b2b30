import type { Diagnostic } from '@codemirror/lint';
import { findingLocation } from '#components/i18n/finding-summary.ts';
import { foldedFindingText, ruleSetTitle } from '#components/i18n/finding-text.ts';
import { messageText } from '#components/i18n/message-text.ts';
import type { DraftProblem } from '#core/drafts/draft-rules';
import { draftPath } from '#core/drafts/finding-path';
import type { DraftReading } from '../draft/composer';
import { positionsIn } from './json-position';

/** What is found about a draft, at its places in the text. A surplus argument stands under `options`. */
export function diagnosticsOf(text: string, reading: DraftReading): readonly Diagnostic[] {
  if (reading.status === 'unreadable') return [problemAt(text, reading.problem)];
  const find = positionsIn(text);
  return reading.findings.map((finding) => ({
    ...find(draftPath(finding.path)),
    severity: finding.severity === 'error' ? 'error' : 'warning',
    source: `${findingLocation(finding)} · ${ruleSetTitle(finding.ruleSet)}`,
    message: foldedFindingText(finding),
  }));
}

function problemAt(text: string, problem: DraftProblem): Diagnostic {
  const from = Math.min(problem.offset ?? 0, Math.max(0, text.length - 1));
  const to = problem.offset === undefined ? text.length : Math.min(text.length, from + 1);
  return { from, to, severity: 'error', source: 'JSON', message: messageText(problem.message) };
}
