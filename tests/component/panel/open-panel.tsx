import { render } from '@testing-library/preact';
import { expect, vi } from 'vitest';
import type { PanelActions } from '#components/panel/app/panel-actions.ts';
import { virtualizing } from '#components/panel/event-list/grid/use-virtual-rows.ts';
import { Panel } from '#components/panel/shell/Panel.tsx';
import { createPanelModel, type PanelModel } from '#components/panel/shell/panel-model.ts';
import { fail, succeed } from '#core/util/result';
import { panelRules } from '#extension/panel/capture/panel-rules';

// What the panel fetches when it is first wanted: a busy machine takes longer to compile it than a test waits.
import '#components/panel/details/Details.tsx';
import '#components/panel/filter/FilterHelp.tsx';
import '#components/panel/filter/SavedFilterList.tsx';
import '#components/panel/event-list/columns/ColumnMenu.tsx';
import '#components/panel/event-list/grid/NoMatch.tsx';
import '#components/panel/event-list/grid/RowContextMenu.tsx';
import '#components/panel/captures/CaptureTabs.tsx';
import '#components/panel/timeline/Timeline.tsx';
import '#components/panel/shell/toolbar/ShortcutsHelp.tsx';
import '#components/panel/shell/toolbar/SettingsDialog.tsx';
import '#core/query/completions';

/** happy-dom lays nothing out; without a height a virtual list would have no rows. */
const HEIGHT = 440;
Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => HEIGHT });
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => HEIGHT });

virtualizing.want();
await vi.waitFor(() => expect(virtualizing.part.value).not.toBeNull(), { timeout: 30_000 });

export const frame = {
  frameId: 0,
  url: 'http://localhost:4173/lesson/water-cycle',
  documentId: 'd',
  title: 'Lesson',
  sdks: [{ global: '$t', generation: '2.x' }],
} as const;

export interface OpenPanel {
  readonly model: PanelModel;
  readonly actions: PanelActions;
}

/** The whole panel on a watched page with an SDK, with actions that only note that they were called. */
export function openPanel(over: Partial<PanelActions> = {}): OpenPanel {
  const model = createPanelModel({ rules: panelRules, now: () => 0, after: () => () => {} });
  model.watching.value = { state: 'watched', host: 'localhost:4173' };
  model.frames.set([frame]);
  const actions: PanelActions = {
    onFire: vi.fn(async (kind) => succeed({ requestId: kind })),
    onFireBare: vi.fn(async (kind) => succeed({ requestId: kind })),
    collector: {
      askAccess: vi.fn(async () => true),
      send: vi.fn(async () => fail({ reason: 'unreachable' as const, detail: 'localhost:8090' })),
      witness: { posting: vi.fn(), posted: vi.fn() },
    },
    onWatch: vi.fn(async () => succeed(null)),
    onStopWatching: vi.fn(async () => succeed(null)),
    onRecord: vi.fn(),
    onClear: vi.fn(),
    onReload: vi.fn(),
    onOpenWindow: vi.fn(),
    onLookAgain: vi.fn(),
    onSave: vi.fn(),
    onCopy: vi.fn(async () => succeed(null)),
    onOpenReference: vi.fn(),
    ...over,
  };
  render(<Panel model={model} actions={actions} renderRegistry={() => null} />);
  return { model, actions };
}
