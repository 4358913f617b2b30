import type { FunctionComponent } from 'preact';
import type { Fix } from '#core/drafts/quick-fix';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { Finding } from '#core/telemetry/findings';
import { defineRegistry } from './registries';

export interface FindingActionProps {
  readonly record: JudgedRecord;
  readonly finding: Finding;
  /** What would fix it, or `null` where that is not known. */
  readonly fix: Fix | null;
}

/** What features can do with a finding of the open event. Each decides by itself whether there is anything to do. */
export const findingActions = defineRegistry<FunctionComponent<FindingActionProps>>();
