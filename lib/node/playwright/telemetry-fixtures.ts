import type {
  Fixtures,
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
} from '@playwright/test';
import { startTelemetry, type Telemetry, type TelemetrySession } from './telemetry';
import type { CollectorMode } from './watched-contexts';

/** Options of `test.use`. */
export interface TelemetryTestOptions {
  /** `fulfill` (the default) answers batches in the page, so that nothing leaves it; `continue` lets them go. */
  readonly collector: CollectorMode;
  /** A URL, or a pattern of Playwright's, whose requests are answered whatever they carry. None by default. */
  readonly collectorUrl: string;
  /** How long nothing may happen until telemetry is quiet, in milliseconds. The default is 500. */
  readonly quiet: number;
}

export interface TelemetryTestArgs {
  readonly telemetry: Telemetry;
}

/** All that the fixtures add to a test, for `test.extend`. */
export interface TelemetryTestFixtures extends TelemetryTestOptions, TelemetryTestArgs {
  /** What the fixtures share; not for tests. */
  readonly telemetrySession: TelemetrySession;
}

export type TelemetryFixtures = Fixtures<
  TelemetryTestFixtures,
  object,
  PlaywrightTestArgs & PlaywrightTestOptions,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>;

const ACCEPTED = { id: 'api.telemetry', ver: '3.0', params: { status: 'success' }, responseCode: 'OK', result: {} };

/** Makes the fixtures with the built script of a watched page. */
export function createTelemetryFixtures(pageScript: string): TelemetryFixtures {
  return {
    collector: ['fulfill', { option: true }],
    collectorUrl: ['', { option: true }],
    quiet: [500, { option: true }],
    telemetrySession: [
      async ({ collector, quiet }, use) => {
        const session = await startTelemetry({ pageScript, collector, quietMs: quiet });
        await use(session);
        await session.stop();
      },
      { box: true },
    ],
    telemetry: ({ telemetrySession }, use) => use(telemetrySession.telemetry),
    context: async ({ context, collectorUrl, telemetrySession }, use) => {
      if (collectorUrl !== '') {
        const ts = new Date().toISOString();
        await context.route(collectorUrl, (route) => route.fulfill({ json: { ...ACCEPTED, ts } }));
      }
      await telemetrySession.telemetry.attach(context);
      await use(context);
      await telemetrySession.leave(context);
    },
  };
}
