export type { TelemetrySource } from './telemetry-source';
