import { browser } from 'wxt/browser';
import { deleteExpired } from '#panel/persistence/open-capture';
import { type KeepFor, readKeepFor, SETTINGS_KEY } from '#panel/persistence/retention';
import { readBrowserSession, renewBrowserSession } from '../panel/browser-run';
import { openCaptureHeads } from '../panel/capture-database';
import { listenStored, localStorage } from '../storage';
import { createAlarm } from './alarms';

const EVERY_MS = 6 * 60 * 60 * 1000;

/** How long the user wants captures to be stored. */
async function readRetention(): Promise<KeepFor> {
  return readKeepFor(await localStorage.get(SETTINGS_KEY));
}

/** Whether the user wants captures to be stored at all. */
export async function storesCaptures(): Promise<boolean> {
  return (await readRetention()) !== 'none';
}

/** Deletes expired captures when the browser starts, while it runs, and when the user chooses another time. Call it during worker startup. */
export function startExpiry(): void {
  const alarm = createAlarm('forget-captures');
  const forget = async (): Promise<void> => {
    await alarm.set(Date.now() + EVERY_MS);
    const [storage, browserSession] = await Promise.all([openCaptureHeads(), readBrowserSession()]);
    await deleteExpired(storage, { keepFor: await readRetention(), browserSession, now: Date.now() });
  };
  const tryToForget = (): void => void forget().catch(() => undefined);
  browser.runtime.onStartup.addListener(() => void renewBrowserSession().then(tryToForget, () => undefined));
  browser.runtime.onInstalled.addListener(tryToForget);
  alarm.listen(tryToForget);
  listenStored(SETTINGS_KEY, (settings, before) => {
    // Most settings, such as column widths, need no database.
    if (readKeepFor(settings) !== readKeepFor(before)) tryToForget();
  });
}
