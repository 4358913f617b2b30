import { expect } from '@playwright/test';
import { valueAt } from '#core/json/json';
import type { TelemetrySource } from '#node/playwright/telemetry-source';

/** Returns the ids of the captured interactions in order. Each call of the pages' player has its own id. */
export function idsOf(telemetry: TelemetrySource): readonly unknown[] {
  return telemetry.records().flatMap(({ kind, call, event }) => {
    if (kind !== 'interact') return [];
    return [event === null ? valueAt(call?.args[0] ?? null, ['id']) : valueAt(event.json, ['edata', 'id'])];
  });
}

/** Waits until telemetry is settled and these interactions were captured, in this order. */
export async function expectIds(telemetry: TelemetrySource, ids: readonly string[]): Promise<void> {
  await expect.poll(() => telemetry.isSettled() && idsOf(telemetry)).toEqual(ids);
}
