import type { PanelModel } from '#components/panel/shell/panel-model.ts';
import { collectorUrlProblem } from '#core/drafts/collector-url';

/** Whether Fire would do something: a draft that can be read, and somewhere to send it. */
export function canFire({ composer, compose, frames, firing }: PanelModel): boolean {
  if (composer.draft.value.reading.value.status === 'unreadable') return false;
  const { way, endpoint } = compose.out.value;
  if (way === 'collector') return collectorUrlProblem(endpoint) === null && compose.posting.progress.value === null;
  return frames.target.value !== null && !firing.busy.value;
}

/** Errors about which one is asked first. To a collector the whole event goes as it is, so its envelope counts as well. */
export function errorsToFire({ composer, compose }: PanelModel): number {
  const ofDraft = composer.draft.value.errors.value;
  if (compose.out.value.way === 'sdk') return ofDraft;
  const ofEvent = compose.travelling.value?.verdict.findings.filter(({ severity }) => severity === 'error').length ?? 0;
  return Math.max(ofDraft, ofEvent);
}
