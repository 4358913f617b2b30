import { isJsonObject } from '#core/json/json';
import type { CaptureMetadata } from './stored-capture';

/** Retention of the events of a closed panel: until the browser exits, or in days across restarts. */
const keepForSettings = ['none', 'browser', 'day', 'week'] as const;
export type KeepFor = (typeof keepForSettings)[number];

const DEFAULT_KEEP_FOR: KeepFor = 'browser';

export function parseKeepFor(stored: unknown): KeepFor {
  return keepForSettings.find((setting) => setting === stored) ?? DEFAULT_KEEP_FOR;
}

/** Storage key of all settings of the panel: an object of values by name. */
export const SETTINGS_KEY = 'panelSettings';

/** Reads the retention from all stored settings of the panel. */
export function readKeepFor(settings: unknown): KeepFor {
  return parseKeepFor(isJsonObject(settings) ? settings.keepFor : undefined);
}

const DAY_MS = 24 * 60 * 60 * 1000;

export interface RetentionState {
  readonly keepFor: KeepFor;
  /** The current run of the browser. */
  readonly browserSession: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Whether a stored capture has expired. */
export function isExpired(metadata: CaptureMetadata, { keepFor, browserSession, now }: RetentionState): boolean {
  if (keepFor === 'none') return true;
  if (keepFor === 'browser') return metadata.browserSession !== browserSession;
  return now - metadata.updatedAt > (keepFor === 'day' ? DAY_MS : 7 * DAY_MS);
}
