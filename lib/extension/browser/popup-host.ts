import type { Watching } from '#core/util/site';
import { type AccessRequest, accessService } from '#extension/protocol/access-protocol';
import { badgeService } from '#extension/protocol/badge-protocol';
import { endedLogInsService } from '#extension/protocol/identity-protocol';
import { type PopupForm, popupFormSchema, withoutPasswords } from '#extension/protocol/popup-form';
import { requestHostAccess } from './background/permissions';
import { callIdentity } from './identity-requests';
import { openPanelWindow } from './panel/open-panel-window';
import { findPopupTab } from './popup-tab';
import { rpcClient } from './rpc-call';
import { sessionStorage } from './storage';
import { openOptions, openWelcome } from './tabs';
import { readWatching, stopWatchingSite, watchSite } from './watching';

const badge = rpcClient(badgeService);
const access = rpcClient(accessService);
const endedLogIns = rpcClient(endedLogInsService);

/** Creates the browser functions of the popup. */
export function createPopupHost() {
  const readTab = findPopupTab();
  return {
    ask: callIdentity,
    requestPermission: requestHostAccess,
    access: {
      begin: async (request: AccessRequest) => void (await access('begin', request)),
      forget: async () => void (await access('forget', {})),
      async take() {
        const outcome = await access('take', {});
        return outcome.ok ? outcome.value : null;
      },
    },
    forms: popupForms,
    async takeEndedLogIns() {
      const ended = await endedLogIns('take', {});
      return ended.ok ? ended.value.count : 0;
    },
    readTab,
    openOptions() {
      openOptions();
      window.close();
    },
    openWelcome() {
      openWelcome();
      window.close();
    },
    openPanel: (tabId: number) => void openPanelWindow(tabId).then(() => window.close()),
    copy: (text: string) => navigator.clipboard.writeText(text),
    async readCounts(tabId: number) {
      const counts = await badge('read', { tabId });
      return counts.ok ? counts.value : null;
    },
    site: createSite(readTab),
  };
}

function createSite(readTab: ReturnType<typeof findPopupTab>) {
  // Cached because `permissions.request` must be called directly in the click, without time to read the URL.
  let url = '';
  return {
    async read(): Promise<Watching> {
      url = (await readTab())?.url ?? '';
      return readWatching(url);
    },
    watch: () => watchSite(url),
    stop: () => stopWatchingSite(url),
  };
}

const KEY = 'popupForm';

/** Storage of the popup's forms, in memory: browsers discard the popup's state when it closes. */
const popupForms = {
  async read(): Promise<PopupForm | null> {
    const parsed = popupFormSchema.safeParse(await sessionStorage.get(KEY));
    return parsed.success ? parsed.data : null;
  },
  /** Stores a form; `null` deletes it. */
  write: (form: PopupForm | null): Promise<void> => sessionStorage.set(KEY, form && withoutPasswords(form)),
};
