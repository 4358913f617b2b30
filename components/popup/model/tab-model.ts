import { type ReadonlySignal, signal } from '@preact/signals';
import { matchPatternOf, type Watching } from '#core/util/site';
import { i18n } from '#i18n';
import type { AccessAttempts } from './access-attempts';
import type { ActiveTab, EventCounts, PopupDeps } from './popup-deps';
import type { PopupToast } from './popup-toast';

/** What the browser reports of the tab and of its site. */
interface TabState {
  readonly tab: ActiveTab | null;
  readonly watching: Watching;
}

/** The tab that the popup was opened on. */
export interface TabModel {
  readonly tab: ReadonlySignal<ActiveTab | null>;
  readonly watching: ReadonlySignal<Watching | null>;
  /** Counts of the tab, or `null` while unknown. */
  readonly counts: ReadonlySignal<EventCounts | null>;
  readonly read: () => Promise<TabState>;
  readonly show: (state: TabState) => void;
  readonly reloadWatching: () => Promise<void>;
  readonly reloadCounts: () => Promise<void>;
  readonly watch: () => Promise<void>;
  readonly stopWatching: () => Promise<void>;
}

interface TabModelDeps extends Pick<PopupDeps, 'site' | 'readTab' | 'readCounts'> {
  readonly access: AccessAttempts;
  readonly toast: PopupToast;
  /** Loads all data of the popup. */
  readonly reload: () => Promise<void>;
}

export function createTabModel({ site, readTab, readCounts, access, toast, reload }: TabModelDeps): TabModel {
  const tab = signal<ActiveTab | null>(null);
  const watching = signal<Watching | null>(null);
  const counts = signal<EventCounts | null>(null);
  return {
    tab,
    watching,
    counts,
    async read() {
      const [current, activeTab] = await Promise.all([site.read(), readTab()]);
      return { tab: activeTab, watching: current };
    },
    show(state) {
      tab.value = state.tab;
      watching.value = state.watching;
    },
    async reloadWatching() {
      watching.value = await site.read();
    },
    async reloadCounts() {
      if (tab.value !== null && watching.value?.state === 'watched') counts.value = await readCounts(tab.value.id);
    },
    async watch() {
      const pattern = matchPatternOf(tab.value?.url ?? '');
      if (pattern === null) return;
      const intent = { type: 'watch', pattern, host: watching.value?.host ?? '' } as const;
      const isGranted = await access.request(intent, [pattern], site.watch);
      await reload();
      if (!isGranted) toast.showError(() => i18n.t('popup.site.accessDenied'));
    },
    async stopWatching() {
      await site.stop();
      await reload();
    },
  };
}
