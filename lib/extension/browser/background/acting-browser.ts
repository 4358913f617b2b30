import { browser } from 'wxt/browser';
import type { HeaderRule } from '#extension/background/acting/header-rules';
import type { ActingBrowser, ShownPage } from '#extension/background/identity/identity-deps';
import { tabButton } from './badge-button';

/** The part of the browser's API that is used here; the polyfill's types have not all of it. */
interface SessionRules {
  readonly getSessionRules: () => Promise<readonly { readonly id: number }[]>;
  readonly updateSessionRules: (change: {
    readonly removeRuleIds: readonly number[];
    readonly addRules?: readonly HeaderRule[];
  }) => Promise<void>;
}

export function actingBrowser(setAlarm: ActingBrowser['setAlarm']): ActingBrowser {
  return {
    ruleIds: async () => ((await sessionRules()?.getSessionRules()) ?? []).map(({ id }) => id),
    removeRules: async (removeRuleIds) => sessionRules()?.updateSessionRules({ removeRuleIds }),
    async replaceRules(removeRuleIds, addRules) {
      const rules = sessionRules();
      if (rules === null) throw new Error('This browser has no session rules.');
      await rules.updateSessionRules({ removeRuleIds, addRules });
    },
    readTab,
    showOnTab: tabButton.showActing,
    setAlarm,
  };
}

function sessionRules(): SessionRules | null {
  const api: unknown = browser.declarativeNetRequest;
  return isSessionRules(api) ? api : null;
}

function isSessionRules(api: unknown): api is SessionRules {
  return typeof api === 'object' && api !== null && 'updateSessionRules' in api;
}

async function readTab(tabId: number): Promise<ShownPage> {
  try {
    const { url, status } = await browser.tabs.get(tabId);
    if (url !== undefined) return { status: 'readable', url };
    // Firefox shows an empty document before it commits a cross-site page.
    return { status: import.meta.env.FIREFOX && status === 'loading' ? 'changing' : 'unreadable' };
  } catch {
    return { status: 'closed' };
  }
}

/**
 * Calls `onChange` when a tab shows another page, which also empties its badge, and when access to a site is withdrawn.
 * Returns an unsubscribe function.
 */
export function listenTabs(onClosed: (tabId: number) => void, onChange: () => void): () => void {
  const handleUpdate = (_tabId: number, { status, url }: { readonly status?: string; readonly url?: string }) => {
    if (status !== undefined || url !== undefined) onChange();
  };
  browser.tabs.onRemoved.addListener(onClosed);
  browser.tabs.onUpdated.addListener(handleUpdate);
  browser.permissions.onRemoved.addListener(onChange);
  return () => {
    browser.tabs.onRemoved.removeListener(onClosed);
    browser.tabs.onUpdated.removeListener(handleUpdate);
    browser.permissions.onRemoved.removeListener(onChange);
  };
}
