import { describe, expect, it, vi } from 'vitest';
import type { PanelActions } from '#components/panel/app/panel-actions.ts';
import { createCommands } from '#components/panel/shell/create-commands.ts';
import { createPanelModel } from '#components/panel/shell/panel-model.ts';
import { fail, succeed } from '#core/util/result';
import { panelRules } from '#extension/panel/capture/panel-rules';
import { recordOf } from '#tests/fixtures/records';

const frame = {
  frameId: 0,
  url: 'http://localhost/',
  documentId: 'd',
  title: '',
  sdks: [{ global: '$t', generation: '2.x' }],
} as const;

function panel(over: Partial<PanelActions> = {}) {
  const model = createPanelModel({ rules: panelRules, now: () => 0, after: () => () => {} });
  const actions: PanelActions = {
    onFire: async (kind) => succeed({ requestId: kind }),
    onFireBare: async (kind) => succeed({ requestId: kind }),
    collector: {
      askAccess: async () => true,
      send: async () => fail({ reason: 'unreachable' as const, detail: '' }),
      witness: { posting: () => {}, posted: () => {} },
    },
    onWatch: async () => succeed(null),
    onStopWatching: async () => succeed(null),
    onRecord: vi.fn(),
    onClear: vi.fn(),
    onReload: vi.fn(),
    onOpenWindow: vi.fn(),
    onLookAgain: vi.fn(),
    onCopy: async () => succeed(null),
    onSave: () => {},
    onOpenReference: vi.fn(),
    ...over,
  };
  return { model, actions, commands: createCommands(model, actions) };
}

const toasts = ({ model }: ReturnType<typeof panel>) => model.toasts.list.value.map(({ text }) => text);

describe('clearing', () => {
  it('says how many, and can be undone', () => {
    const it = panel();
    it.model.records.apply([recordOf(1), recordOf(2)]);
    it.commands.clear();
    expect(toasts(it)).toEqual(['Cleared 2 events']);
    expect(it.actions.onClear).toHaveBeenCalledOnce();
    it.model.toasts.choose(it.model.toasts.list.value[0]?.id ?? 0);
    expect(it.model.records.all()).toHaveLength(2);
  });

  it('of an empty list does nothing', () => {
    const it = panel();
    it.commands.clear();
    expect(toasts(it)).toEqual([]);
    expect(it.actions.onClear).not.toHaveBeenCalled();
  });
});

describe('copying', () => {
  it('says what was copied', async () => {
    const it = panel();
    it.commands.copy('x', 'the path data.type');
    await vi.waitFor(() => expect(toasts(it)).toEqual(['Copied the path data.type']));
  });

  it('says why it could not', async () => {
    const it = panel({ onCopy: async () => fail({ message: 'The browser did not let the panel copy.' }) });
    it.commands.copy('x', 'it');
    await vi.waitFor(() => expect(toasts(it)).toEqual(['The browser did not let the panel copy.']));
  });
});

describe('firing', () => {
  it('of all samples goes through every kind in the document’s order', async () => {
    const kinds: string[] = [];
    const it = panel({
      onFire: async (kind) => {
        kinds.push(kind);
        return succeed({ requestId: kind });
      },
    });
    it.model.frames.set([frame]);
    it.commands.fireSamples();
    await vi.waitFor(() => expect(it.model.firing.state.value.status).toBe('fired-many'));
    expect([kinds.length, kinds[0], kinds.at(-1)]).toEqual([17, 'start', 'end']);
    expect(toasts(it)).toEqual(['17 events: Not in the list 17']);
  });

  it('without an SDK on the page fires nothing', () => {
    const onFire = vi.fn();
    const it = panel({ onFire });
    it.commands.fireSamples();
    it.commands.fireDraft();
    expect(onFire).not.toHaveBeenCalled();
  });

  it('of a draft hands over its arguments as they are, valid or not', async () => {
    const onFire = vi.fn(async () => succeed({ requestId: 'a' }));
    const it = panel({ onFire });
    it.model.frames.set([frame]);
    it.model.composer.open('interact', '{ "data": { "type": "click" } }');
    it.commands.fireDraft();
    expect(onFire).toHaveBeenCalledWith('interact', [{ type: 'click' }], { ...frame, sdk: 0 });
  });
});

describe('going to an event', () => {
  it('drops a filter that hides it', () => {
    const it = panel();
    it.model.records.apply([recordOf(1)]);
    it.model.filter.setText('quiz');
    it.model.view.value = 'compose';
    it.commands.showEvent(1);
    expect(it.model.filter.isEmpty.value).toBe(true);
    expect(it.model.selection.record.value?.row).toBe(1);
    expect(it.model.view.value).toBe('events');
  });

  it('to edit it opens its draft in Compose', () => {
    const it = panel();
    it.commands.editAndResend(recordOf(1));
    expect(it.model.view.value).toBe('compose');
    expect(it.model.composer.kind.value).toBe('interact');
    expect(it.model.composer.draft.value.text.value).toContain('next-button');
  });
});

describe('watching', () => {
  it('that could not be had says why', async () => {
    const it = panel({ onWatch: async () => fail({ message: 'learn.example.org is not watched.' }) });
    it.commands.watch();
    await vi.waitFor(() => expect(toasts(it)).toEqual(['learn.example.org is not watched.']));
  });

  it('that was stopped can be taken up again', async () => {
    const onWatch = vi.fn(async () => succeed(null));
    const it = panel({ onWatch });
    it.commands.stopWatching();
    await vi.waitFor(() => expect(toasts(it)).toHaveLength(1));
    it.model.toasts.choose(it.model.toasts.list.value[0]?.id ?? 0);
    expect(onWatch).toHaveBeenCalledOnce();
  });
});
