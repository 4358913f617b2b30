import { browser } from 'wxt/browser';
import { deleteExpired } from '#panel/persistence/open-capture';
import { type KeepFor, readKeepFor, SETTINGS_KEY } from '#panel/persistence/retention';
import { readBrowserSession, renewBrowserSession } from '../panel/browser-run';
import { openCaptureMetadata } from '../panel/capture-database';
import { localStorage, onStoredChange } from '../storage';
import { createAlarm } from './alarms';

const CHECK_INTERVAL_MS = 6 * 60 * 60 * 1000;

/** Returns the retention that the user chose. */
async function readRetention(): Promise<KeepFor> {
  return readKeepFor(await localStorage.get(SETTINGS_KEY));
}

/** Whether the user chose to store captures. */
export async function storesCaptures(): Promise<boolean> {
  return (await readRetention()) !== 'none';
}

/**
 * Deletes expired captures when the browser starts, every 6 hours, and when the retention changes.
 * Call during worker startup.
 */
export function startExpiry(): void {
  const alarm = createAlarm('forget-captures');
  const runExpiry = async (): Promise<void> => {
    await alarm.set(Date.now() + CHECK_INTERVAL_MS);
    const [storage, browserSession] = await Promise.all([openCaptureMetadata(), readBrowserSession()]);
    await deleteExpired(storage, { keepFor: await readRetention(), browserSession, now: Date.now() });
  };
  const tryExpiry = (): void => void runExpiry().catch(() => undefined);
  browser.runtime.onStartup.addListener(() => void renewBrowserSession().then(tryExpiry, () => undefined));
  browser.runtime.onInstalled.addListener(tryExpiry);
  alarm.subscribe(tryExpiry);
  onStoredChange(SETTINGS_KEY, (settings, before) => {
    // Most settings, such as column widths, need no database.
    if (readKeepFor(settings) !== readKeepFor(before)) tryExpiry();
  });
}
