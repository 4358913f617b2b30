import type { FunctionComponent } from 'preact';
import type { TelemetryRecord } from '#core/journey/record';
import type { Finding } from '#core/telemetry/findings';
import { defineRegistry } from './registries';

interface FindingActionProps {
  readonly record: TelemetryRecord;
  readonly finding: Finding;
}

/** What features can do with a finding of the open event. Each decides by itself whether there is anything to do. */
export const findingActions = defineRegistry<FunctionComponent<FindingActionProps>>();
