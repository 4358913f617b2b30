import { isOfUnknownSdk, journeyState } from '#core/journey/journey-state';
import type { TelemetryRecord } from '#core/journey/record';

/**
 * Whether an SDK has emitted the event of a call.
 * `open`: the SDK may still emit the event. SDK 1.x without a device id emits events only after it has a fingerprint.
 * `none`: the SDK certainly emitted no event.
 */
type Emission = 'emitted' | 'open' | 'none';

/** Returns whether an event was emitted. An event that no hook can observe counts as emitted. */
export function emissionOf(record: TelemetryRecord): Emission {
  const { call, event, requests, sdk } = record;
  if (event !== null || requests.length > 0) return 'emitted';
  const state = journeyState(record);
  if (state === 'threw' || state === 'dropped' || state === 'lost') return 'none';
  const isObservable = !call?.isForwarded && !isOfUnknownSdk(sdk);
  return state === 'called' && isObservable ? 'open' : 'emitted';
}
