import { browser } from 'wxt/browser';
import { createIdentityAnswering } from '../background/identity/answering';
import { createIdentityService } from '../background/identity/service';
import { createAlarm } from './alarms';
import { announceIdentityChange, answerMessages } from './background-requests';
import { hasHostAccess } from './permissions';
import { closeSessionStorageToPages, localStorage, sessionStorage } from './storage';

const POPUP_PATH = '/popup.html';

/**
 * Starts the identity service in the background. Every listener is registered before this returns: a worker that is
 * started by a message or an alarm only hears it so.
 */
export function startIdentity(): void {
  const alarm = createAlarm('identity-refresh');
  const closed = closeSessionStorageToPages();
  const service = createIdentityService({
    localStorage,
    // Nothing is read or written before the storage is closed to content scripts.
    sessionStorage: {
      get: (key) => closed.then(() => sessionStorage.get(key)),
      set: (key, value) => closed.then(() => sessionStorage.set(key, value)),
    },
    fetch: (input, init) => fetch(input, init),
    now: Date.now,
    newId: () => crypto.randomUUID(),
    setAlarm: alarm.set,
    hasPermission: hasHostAccess,
    announce: announceIdentityChange,
  });
  answerMessages(createIdentityAnswering(service.handlers, ownExtension()));
  alarm.listen(() => void service.refreshDue());
  void service.refreshDue();
}

function ownExtension() {
  // Not by URL.origin, which is the word "null" for schemes that an engine does not count as standard.
  const origin = browser.runtime.getURL('/').replace(/\/$/, '');
  return { id: browser.runtime.id, origin, popupPath: POPUP_PATH };
}
