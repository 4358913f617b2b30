import { render } from '@testing-library/preact';
import { expect, vi } from 'vitest';
import { virtualizing } from '../../../components/panel/list/use-virtual-rows';
import { Panel } from '../../../components/panel/Panel';
import type { PanelActions } from '../../../lib/panel/panel-actions';
import { createPanelModel, type PanelModel } from '../../../lib/panel/panel-model';
import { panelRules } from '../../../lib/panel/panel-rules';
import { fail, succeed } from '../../../lib/result';

// What the panel fetches when it is first wanted: a busy machine takes longer to compile it than a test waits.
import '../../../components/panel/detail/Detail';
import '../../../components/panel/filter/FilterHelp';
import '../../../components/panel/filter/SavedList';
import '../../../components/panel/list/ColumnMenu';
import '../../../components/panel/list/NoMatch';
import '../../../components/panel/list/RowContextMenu';
import '../../../components/panel/sessions/SessionTabs';
import '../../../components/panel/timeline/Timeline';
import '../../../components/panel/toolbar/KeysHelp';
import '../../../components/panel/toolbar/SettingsDialog';
import '../../../lib/panel/filter-language/completions';

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
  render(<Panel model={model} actions={actions} registry={null} />);
  return { model, actions };
}
