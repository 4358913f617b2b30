import { browser } from 'wxt/browser';
import { deleteExpired } from '#extension/panel/persistence/open-capture';
import type { KeepFor } from '#extension/panel/persistence/retention';
import { readBrowserSession } from '../panel/browser-run';
import { openSessionDb } from '../panel/capture-database';
import { createAlarm } from './alarms';

const EVERY_MS = 6 * 60 * 60 * 1000;

/**
 * In the background: deletes kept sessions whose time is over, when the browser starts and while it runs. Answers what
 * does it at once, for when the person chose to keep less.
 */
export function forgetExpiredSessions(keepFor: () => Promise<KeepFor>): () => void {
  const alarm = createAlarm('forget-sessions');
  const forget = async (): Promise<void> => {
    await alarm.set(Date.now() + EVERY_MS);
    const [storage, browserSession] = await Promise.all([openSessionDb(), readBrowserSession()]);
    await deleteExpired(storage, { keepFor: await keepFor(), browserSession, now: Date.now() });
  };
  // Where the database is broken there is nobody to tell; the panel says so when it opens.
  const tryToForget = (): void => void forget().catch(() => undefined);
  browser.runtime.onStartup.addListener(tryToForget);
  browser.runtime.onInstalled.addListener(tryToForget);
  alarm.listen(tryToForget);
  return tryToForget;
}
