import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { formatNumber } from '#components/i18n/count-text.ts';
import { formatClockTime, formatDuration } from '#components/i18n/format.ts';
import { journeyLabelsOf } from '#components/i18n/journey-labels.ts';
import { messageText } from '#components/i18n/message-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import type { PanelView } from '#components/panel/app/app-store.ts';
import { useApp, useStore, useStores } from '#components/panel/app/stores.ts';
import { showLiveEvent } from '#components/panel/captures/capture-list.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { RowLink } from '#components/panel/event-list/RowLink.tsx';
import type { FilterModel } from '#components/panel/filter/filter.ts';
import { journeyState } from '#core/journey/journey-state';
import { i18n } from '#i18n';
import type { FiringState } from '#panel/firing/firing';
import { composerStore } from '../draft/composer';
import { batchStatusOf, fireDraft, firingStore, formatOutcomes, toFiredStatus } from './fire-draft';

type StateOf<Status extends FiringState['status']> = Extract<FiringState, { readonly status: Status }>;

/** State of the last firing. Always rendered, so that its content does not move the layout. */
export function FireStatus() {
  const firing = useStore(firingStore);
  return (
    <div class="response-line" role="status">
      {describeFiring(firing.state.value)}
    </div>
  );
}

function describeFiring(state: FiringState): JSX.Element {
  if (state.status === 'firing') return <Firing state={state} />;
  if (state.status === 'failed') return <Failed state={state} />;
  if (state.status === 'fired') return <Fired state={state} />;
  if (state.status === 'fired-many') return <FiredMany state={state} />;
  return <span class="muted">{i18n.t('compose.alsoInEvents')}</span>;
}

function Firing({ state }: { readonly state: StateOf<'firing'> }) {
  return (
    <>
      <StatusLabel icon="bolt" tone="inherit">
        {i18n.t('compose.firing', {
          n: formatNumber(Math.min(state.done + 1, state.total)),
          total: formatNumber(state.total),
        })}
      </StatusLabel>
      <progress aria-label={i18n.t('compose.fired')} max={state.total} value={state.done} />
    </>
  );
}

function Failed({ state }: { readonly state: StateOf<'failed'> }) {
  const stores = useStores();
  const openKind = useStore(composerStore).kind.value;
  return (
    <>
      <StatusLabel icon="invalid" tone="error">
        {i18n.t('compose.notFired')}
      </StatusLabel>
      <span class="wrap">{i18n.t('compose.draftKept', { message: messageText(state.message) })}</span>
      <span class="grow" />
      {/* Another draft is open if the user has selected another kind since. */}
      {openKind === state.kind && (
        <Button appearance="text" onClick={() => fireDraft(stores)}>
          {i18n.t('compose.tryAgain')}
        </Button>
      )}
    </>
  );
}

function Fired({ state }: { readonly state: StateOf<'fired'> }) {
  const stores = useStores();
  const { records } = useStore(liveListStore);
  const { kind, at, record } = state;
  const name = kind.toUpperCase();
  if (!record) {
    return (
      <>
        <StatusLabel icon="waiting" tone="inherit">
          {i18n.t('compose.fired')}
        </StatusLabel>
        <span>{i18n.t('compose.firedAt', { kind: name, time: formatClockTime(at) })}</span>
      </>
    );
  }
  return (
    <>
      <StatusLabel {...statusStyles[toFiredStatus(journeyState(record))]}>{journeyLabelsOf(record).label}</StatusLabel>
      <span class="truncate">
        {i18n.t('compose.firedCaptured', {
          kind: name,
          time: formatClockTime(at),
          gap: formatDuration(record.at - at),
        })}
      </span>
      <RowLink list={{ records, show: (row) => showLiveEvent(stores, row) }} row={record.row} />
      <span class="muted truncate wide">{journeyLabelsOf(record).sentence}</span>
      <span class="grow" />
      <Button appearance="text" onClick={() => showLiveEvent(stores, record.row)}>
        {i18n.t('compose.showInEvents')}
      </Button>
    </>
  );
}

const statusStyles = {
  accepted: { icon: 'valid', tone: 'success' },
  failed: { icon: 'invalid', tone: 'error' },
  open: { icon: 'waiting', tone: 'inherit' },
} as const;

const batchTitles = () =>
  ({
    accepted: i18n.t('journey.accepted'),
    failed: i18n.t('compose.responsesMissing'),
    open: i18n.t('compose.noResponseYet'),
  }) as const;

function FiredMany({ state }: { readonly state: StateOf<'fired-many'> }) {
  const { view } = useApp();
  const { filter } = useStore(liveListStore);
  const status = batchStatusOf(state);
  return (
    <>
      <StatusLabel {...statusStyles[status]}>{batchTitles()[status]}</StatusLabel>
      <span class="wrap">{formatOutcomes(state)}</span>
      <span class="grow" />
      <Button appearance="text" onClick={() => showManual(filter, view)}>
        {i18n.t('compose.showInEvents')}
      </Button>
    </>
  );
}

function showManual(filter: FilterModel, view: Signal<PanelView>) {
  filter.clear();
  filter.toggleChip('is', 'manual');
  view.value = 'events';
}
