import { readFileSync } from 'node:fs';
import {
  test as base,
  expect,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
} from '@playwright/test';
import { createTelemetryFixtures, type TelemetryTestFixtures } from './telemetry-fixtures';

export type { Telemetry } from './telemetry';
export type { TelemetryTestArgs, TelemetryTestFixtures, TelemetryTestOptions } from './telemetry-fixtures';
export type { TelemetrySource } from './telemetry-source';

/** For `test.extend<TelemetryTestFixtures>` of a test of your own. */
export const telemetryFixtures = createTelemetryFixtures(
  readFileSync(new URL('./page-script.js', import.meta.url), 'utf8'),
);

/** Playwright's `test` with the fixture `telemetry`. */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & TelemetryTestFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
> = base.extend<TelemetryTestFixtures>(telemetryFixtures);

export { expect };
