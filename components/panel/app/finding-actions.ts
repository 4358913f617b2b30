import type { FunctionComponent } from 'preact';
import type { Fix } from '#core/drafts/quick-fix';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { Finding } from '#core/telemetry/findings';
import { defineRegistry } from './registries';

export interface FindingActionProps {
  readonly record: JudgedRecord;
  readonly finding: Finding;
  /** The fix, or `null` if none is known. */
  readonly fix: Fix | null;
}

/** Actions of features on a finding of the open event. Each decides whether it applies. */
export const findingActions = defineRegistry<FunctionComponent<FindingActionProps>>();
