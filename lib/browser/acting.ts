import { browser } from 'wxt/browser';
import type { ActingBrowser } from '../background/acting/acting';
import type { ActingRule } from '../background/acting/rules';
import { tabButton } from './badge-button';

/** Everything that a page may load; `webtransport` and the like cannot carry the header. */
const RESOURCE_TYPES = ['main_frame', 'sub_frame', 'xmlhttprequest', 'script', 'image', 'media', 'object', 'other'];

/** The part of the browser's API that is used here; the polyfill's types have not all of it. */
interface RequestRules {
  readonly getSessionRules: () => Promise<readonly { readonly id: number }[]>;
  readonly updateSessionRules: (change: object) => Promise<void>;
}

export function actingBrowser(setAlarm: ActingBrowser['setAlarm']): ActingBrowser {
  return { setRules, showOnTab: tabButton.showActing, setAlarm };
}

async function setRules(rules: readonly ActingRule[]): Promise<void> {
  const api: unknown = browser.declarativeNetRequest;
  // A browser without this API changes no requests.
  if (!isRequestRules(api)) return;
  const present = await api.getSessionRules();
  if (present.length === 0 && rules.length === 0) return;
  await api.updateSessionRules({ removeRuleIds: present.map(({ id }) => id), addRules: rules.map(browserRule) });
}

function isRequestRules(api: unknown): api is RequestRules {
  return typeof api === 'object' && api !== null && 'updateSessionRules' in api;
}

function browserRule({ tabId, registryUrl, authorization }: ActingRule, index: number) {
  return {
    id: index + 1,
    priority: 1,
    action: {
      type: 'modifyHeaders',
      requestHeaders: [{ header: 'authorization', operation: 'set', value: authorization }],
    },
    condition: { tabIds: [tabId], regexFilter: `^${escaped(registryUrl)}(/|\\?|$)`, resourceTypes: RESOURCE_TYPES },
  };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Tells when a tab is closed, and when it shows another page, which empties its badge. The undo stops it. */
export function listenTabs(onClosed: (tabId: number) => void, onLoading: () => void): () => void {
  const hearUpdate = (_tabId: number, change: { readonly status?: string }) => {
    if (change.status === 'loading') onLoading();
  };
  browser.tabs.onRemoved.addListener(onClosed);
  browser.tabs.onUpdated.addListener(hearUpdate);
  return () => {
    browser.tabs.onRemoved.removeListener(onClosed);
    browser.tabs.onUpdated.removeListener(hearUpdate);
  };
}
