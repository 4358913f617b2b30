import { browser } from 'wxt/browser';
import type { SecretGuard } from '#core/journey/correlator/observations';
import { isJsonObject } from '#core/json/json';
import { parsePolicy } from '#core/report/finding-policy';
import { validityRuleSets } from '#core/rules/checks';
import { secretGuard } from '#core/stream/secret-guard';
import { type BadgeService, createBadgeService, createTabCounts } from '#extension/background/badge/badge-service';
import { badgeService } from '#extension/protocol/badge-protocol';
import { SETTINGS_KEY } from '#panel/persistence/retention';
import { serveRpc } from '../serve-rpc';
import { localStorage, sessionStorage } from '../storage';
import { tabButton } from './badge-button';

/** Counted events are neither shown nor stored, so their secrets need no redaction. */
const countingGuard: SecretGuard = { find: secretGuard.find, redact: (value) => value };

/**
 * Updates the badges of tabs without a panel.
 * Call during worker startup: a message may have woken the worker.
 */
export function startBadge(): BadgeService {
  const counts = createTabCounts(sessionStorage);
  const service = createBadgeService({
    guard: countingGuard,
    ruleSets: validityRuleSets,
    counts,
    readSettings: async () => {
      const stored = await localStorage.get(SETTINGS_KEY);
      const settings = isJsonObject(stored) ? stored : {};
      return { policy: parsePolicy(settings.policy), countsManual: settings.countsManual === true };
    },
    show: tabButton.showWrongCount,
  });
  serveRpc(badgeService, {
    async show(counted) {
      await service.handlePanel(counted);
      return null;
    },
    read: ({ tabId }) => service.read(tabId),
  });
  browser.tabs.onRemoved.addListener((tabId) => {
    for (const forget of [counts.forget, tabButton.forget]) forget(tabId).catch(() => undefined);
  });
  return service;
}
