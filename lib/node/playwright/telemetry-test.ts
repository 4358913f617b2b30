import { readFileSync } from 'node:fs';
import {
  test as base,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
} from '@playwright/test';
import { expect, telemetryMatchers } from './matchers/telemetry-matchers';
import { createTelemetryFixtures, type TelemetryTestFixtures } from './telemetry-fixtures';

export type { EventPattern } from './matchers/event-pattern';
export type { ExpectedTimes } from './matchers/judge-event';
export type {
  HaveEventOptions,
  HaveEventsOptions,
  NoInvalidEventsOptions,
  SnapshotOptions,
  WaitOptions,
} from './matchers/matcher-options';
export type { Telemetry } from './telemetry';
export type { TelemetryTestArgs, TelemetryTestFixtures, TelemetryTestOptions } from './telemetry-fixtures';
export type { TelemetrySource } from './telemetry-source';

/**
 * The fixtures of this package.
 * Pass them to `test.extend<TelemetryTestFixtures>` to extend your own `test`.
 */
export const telemetryFixtures = createTelemetryFixtures(
  readFileSync(new URL('./page-script.js', import.meta.url), 'utf8'),
);

/** Playwright's `test` with the fixture `telemetry`. */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & TelemetryTestFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
> = base.extend<TelemetryTestFixtures>(telemetryFixtures);

export { expect, telemetryMatchers };
