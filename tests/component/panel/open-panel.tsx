import { render } from '@testing-library/preact';
import { onTestFinished } from 'vitest';
import type { PanelActions } from '#components/panel/app/app-commands.ts';
import type { AppStore } from '#components/panel/app/app-store.ts';
import type { TabCapture } from '#components/panel/app/capture-store.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { type OpenedCaptures, openedCapturesStore } from '#components/panel/captures/capture-list.ts';
import { type ComposeState, composeStore } from '#components/panel/compose/compose-state.ts';
import { type Composer, composerStore } from '#components/panel/compose/draft/composer.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { listFrames } from '#components/panel/event-list/frames.ts';
import { rowVirtualizerPart } from '#components/panel/event-list/grid/use-virtual-rows.ts';
import type { EventList } from '#components/panel/event-list/list-section.ts';
import { filterLanguage } from '#components/panel/filter/filter-language.ts';
import { Panel } from '#components/panel/shell/Panel.tsx';
import { createBrowserScheduler } from '#extension/browser-scheduler';
import { createMemoryStore } from '#panel/persistence/memory-store';
import { createTestStores } from '#tests/fixtures/panel-stores';

// Preloads lazy parts: compiling them on a busy machine takes longer than a test waits.
import '#components/panel/compare/CompareView.tsx';
import '#components/panel/compare/ComparePrevious.tsx';
import '#components/panel/compare/comparison-candidates.ts';
import '#components/panel/compose/samples/stored-samples.ts';
import '#components/panel/shell/command-menu/CommandMenu.tsx';
import '#components/panel/compose/EditAndResend.tsx';
import '#components/panel/compose/firing/FireSamplesButton.tsx';
import '#components/panel/details/Details.tsx';
import '#components/panel/details/findings/FindingsTab.tsx';
import '#components/panel/shell/detail-features.ts';
import '#components/panel/filter/help/FilterHelp.tsx';
import '#components/panel/filter/SavedFilterList.tsx';
import '#components/panel/event-list/columns/ColumnMenu.tsx';
import '#components/panel/event-list/grid/NoMatch.tsx';
import '#components/panel/event-list/grid/RequestsOnlyNote.tsx';
import '#components/panel/event-list/grid/RowContextMenu.tsx';
import '#components/panel/shell/row-menu-features.ts';
import '#components/panel/captures/CaptureTabs.tsx';
import '#components/panel/timeline/Timeline.tsx';
import '#components/panel/shell/toolbar/ShortcutsHelp.tsx';
import '#components/panel/shell/toolbar/SettingsDialog.tsx';
import '#components/panel/filter/completions.ts';
import '#components/panel/filter/CompletionList.tsx';
import '#components/panel/filter/FilterTokens.tsx';
import '#components/panel/compare/CompareButton.tsx';
import '#components/panel/import-export/DropTarget.tsx';

/** happy-dom has no layout, and a virtual list without a height renders no rows. */
const LIST_HEIGHT_PX = 440;
Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => LIST_HEIGHT_PX });
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => LIST_HEIGHT_PX });

await Promise.all([rowVirtualizerPart.load(), filterLanguage.load()]);

export const frame = {
  frameId: 0,
  url: 'http://localhost:4173/lesson/water-cycle',
  documentId: 'd',
  title: 'Lesson',
  sdks: [{ global: '$t', generation: '2.x' }],
} as const;

export interface OpenPanel {
  readonly stores: Stores;
  readonly app: AppStore;
  readonly live: EventList;
  readonly composer: Composer;
  readonly compose: ComposeState;
  readonly captures: OpenedCaptures;
  readonly actions: PanelActions;
  readonly capture: TabCapture;
}

/** Opens the panel on a watched page with an SDK. Its actions are mocks. */
export function openPanel(overrides: Partial<PanelActions & TabCapture> = {}): OpenPanel {
  const scheduler = createBrowserScheduler();
  onTestFinished(scheduler.close);
  const { stores, actions, capture } = createTestStores(overrides, createMemoryStore(), scheduler);
  const { app } = stores;
  const live = stores.get(liveListStore);
  app.watching.value = { state: 'watched', host: 'localhost:4173' };
  live.get(listFrames).set([frame]);
  render(<Panel stores={stores} />);
  return {
    stores,
    app,
    live,
    composer: stores.get(composerStore),
    compose: stores.get(composeStore),
    captures: stores.get(openedCapturesStore),
    actions,
    capture,
  };
}
