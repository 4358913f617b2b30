import { fail } from '#core/util/result';
import type { InspectedTab } from './inspected-tab';
import type { HostActions, PanelHost } from './panel-host';
import { noLock } from './persistence/capture-lock';
import type { CaptureStorage } from './persistence/stored-capture';

/** An id that no tab has. */
const NO_TAB = -1;

const noCaptureStorage: CaptureStorage = {
  metadata: async () => [],
  records: async () => [],
  put: async () => undefined,
  write: async () => undefined,
  putValues: async () => undefined,
  values: async () => undefined,
  remove: async () => undefined,
  removeAllBut: async () => undefined,
};

type PagelessPart =
  | 'openCaptures'
  | 'deleteEarlierCaptures'
  | 'acquireCaptureLock'
  | 'takeUnloadedPages'
  | 'onUnwatchedLog'
  | 'syncActiveEntity'
  | 'showBadge'
  | 'onTabClosed';

/** The parts of a host without an inspected page. It has no entity, and stores no capture. */
export const pagelessHost: Pick<PanelHost, PagelessPart> = {
  openCaptures: async () => noCaptureStorage,
  deleteEarlierCaptures: async () => false,
  acquireCaptureLock: () => noLock,
  takeUnloadedPages: async () => [],
  onUnwatchedLog: () => undefined,
  syncActiveEntity: () => ({ read: async () => undefined }),
  showBadge: () => undefined,
  onTabClosed: () => undefined,
};

type PagelessAction =
  | 'guardFire'
  | 'requestAccess'
  | 'postToCollector'
  | 'fetchFromCollector'
  | 'callRegistry'
  | 'loadPatternThreads'
  | 'onReload'
  | 'onOpenWindow'
  | 'onOpenPopup'
  | 'openStoredCaptures'
  | 'onOpenSource';

/**
 * The actions of a host without an inspected page.
 * Actions that need a page, an entity or the background fail.
 */
export const pagelessActions: Pick<HostActions, PagelessAction> = {
  guardFire: async () => false,
  requestAccess: async () => false,
  postToCollector: async () => fail({ reason: 'no-background', detail: '' }),
  fetchFromCollector: null,
  callRegistry: async () => fail({ reason: 'no-background', detail: '' }),
  loadPatternThreads: async () => (await import('./schemas/pattern-thread')).startPatternWorker,
  onReload: () => location.reload(),
  onOpenWindow: () => undefined,
  onOpenPopup: () => undefined,
  openStoredCaptures: async () => ({
    list: async () => [],
    read: async () => null,
    values: async () => null,
    remove: async () => undefined,
  }),
  onOpenSource: async () => false,
};

/** Creates the tab of a host without an inspected page. It reports nothing. */
export function createNoTab({
  hostType,
  subscribeToTheme,
}: Pick<InspectedTab, 'hostType' | 'subscribeToTheme'>): InspectedTab {
  return {
    tabId: NO_TAB,
    hostType,
    readUrl: async () => '',
    reload: () => location.reload(),
    openSource: async () => false,
    onNavigation: () => undefined,
    onUrlChange: () => undefined,
    onRequestFinished: () => undefined,
    readNetworkLog: async () => [],
    onTabClosed: () => undefined,
    onSearch: () => undefined,
    subscribeToTheme,
  };
}
