import type { JsonObject } from '#core/json/json';

/** The two generations of the SDK. Each has its own page. */
export const sdkVersions = ['2.0.1', '1.3.0'] as const;
export type SdkVersion = (typeof sdkVersions)[number];

export interface SdkPage {
  readonly version: SdkVersion;
  readonly path: string;
  /** In loading order. */
  readonly scripts: readonly string[];
  readonly config: (collectorUrl: string) => JsonObject;
}

/** Number of events that the demo's SDKs send in one batch. */
export const BATCH_SIZE = 20;

const common = {
  env: 'lesson',
  uid: 'teacher-04',
  sid: 'b1f3c0de-5e55-4000-8000-000000000001',
  // Never empty: without a value SDK 1.3.0 turns early events into END, and 2.0.1 sends START last.
  did: 'demo-device-1',
  channel: 'demo-channel',
  cdata: [{ type: 'Chapter', id: 'water' }],
  rollup: { l1: 'demo-channel' },
  tags: ['demo'],
  batchsize: BATCH_SIZE,
};

export const sdkPages: Readonly<Record<SdkVersion, SdkPage>> = {
  '2.0.1': {
    version: '2.0.1',
    path: '/sdk-2.0.1/',
    scripts: ['/vendor/sdk-2.0.1/index.global.js'],
    config: (collectorUrl) => ({
      ...common,
      pdata: { id: 'demo.portal', pid: 'lesson-player', ver: '2.0' },
      host: collectorUrl,
      endpoint: '/content/data/v1/telemetry',
    }),
  },
  '1.3.0': {
    version: '1.3.0',
    path: '/sdk-1.3.0/',
    scripts: ['/vendor/jquery/jquery.js', '/vendor/sdk-1.3.0/index.js'],
    config: (collectorUrl) => ({
      ...common,
      pdata: { id: 'demo.portal', pid: 'lesson-player', ver: '1.3' },
      host: collectorUrl,
      apislug: '/action',
      endpoint: '/data/v3/telemetry',
    }),
  },
};
