import { batch } from '@preact/signals';
import type { TelemetryRecord } from '../journey/record';
import type { Result } from '../result';
import { type EventKind, eventKinds } from '../telemetry/kinds';
import { draftOfRecord } from './draft-of-record';
import { countOf, countText } from './figures';
import type { FireFailure, FiringState, Shot } from './firing';
import type { PanelActions } from './panel-actions';
import type { PanelModel } from './panel-model';
import type { ToastContent } from './toasts';

/** What a person can do in the panel, each with what is said about it afterwards. */
export interface Commands {
  record(recording: boolean): void;
  clear(): void;
  watch(): void;
  stopWatching(): void;
  reload(): void;
  lookAgain(): void;
  /** Copies a text; `what` names it: “mid”, “the event as JSON”. */
  copy(text: string, what: string): void;
  openReference(kind: EventKind): void;
  showEvent(row: number): void;
  editAndResend(record: TelemetryRecord): void;
  /** Fires the open draft, with whatever is wrong in it. */
  fireDraft(): void;
  fireSamples(): void;
}

export function createCommands(model: PanelModel, actions: PanelActions): Commands {
  const { toasts, records, composer, frames, firing } = model;

  const tellFailure = (result: Result<null, FireFailure>): boolean => {
    if (!result.ok) toasts.show({ tone: 'bad', text: result.failure.message });
    return result.ok;
  };
  const fire = async (shots: readonly Shot[]) => {
    const frame = frames.target.value;
    if (!frame || firing.busy.value) return;
    await firing.fire(shots, frame, actions.onFire);
    // In Compose the line above the fire bar says it.
    if (model.view.value === 'events') toasts.show(firedToast(firing.state.value));
  };
  const watch = async () => {
    tellFailure(await actions.onWatch());
  };
  const stopWatching = async () => {
    const { host } = model.watching.value;
    if (!tellFailure(await actions.onStopWatching())) return;
    const action = { label: 'Watch again', onChoose: () => void watch() };
    toasts.show({ tone: 'info', text: `Stopped watching ${host}`, action });
  };
  const copy = async (text: string, what: string) => {
    if (tellFailure(await actions.onCopy(text))) toasts.show({ tone: 'ok', text: `Copied ${what}` });
  };

  return {
    record(recording) {
      model.recording.value = recording;
      actions.onRecord(recording);
    },
    clear() {
      const { total } = records.counts.value;
      if (total === 0) return;
      records.clear();
      actions.onClear();
      const action = { label: 'Undo', onChoose: records.restore };
      toasts.show({ tone: 'info', text: `Cleared ${countOf(total, 'event')}`, action, onGone: records.forget });
    },
    watch: () => void watch(),
    stopWatching: () => void stopWatching(),
    reload: actions.onReload,
    lookAgain: actions.onLookAgain,
    copy: (text, what) => void copy(text, what),
    openReference: actions.onOpenReference,
    showEvent(row) {
      batch(() => {
        if (model.visible.indexOfRow(row) === -1) model.filter.clear();
        model.selection.open(row);
        model.view.value = 'events';
      });
    },
    editAndResend(record) {
      const draft = draftOfRecord(record, model.rules);
      if (!record.kind || draft === null) return;
      composer.open(record.kind, draft);
      model.view.value = 'compose';
    },
    fireDraft() {
      const { kind, reading } = composer.draft.value;
      if (reading.value.status === 'read') void fire([{ kind, args: reading.value.args }]);
    },
    fireSamples() {
      void fire(sampleShots(model));
    },
  };
}

function firedToast(state: FiringState): ToastContent {
  if (state.status === 'failed') return { tone: 'bad', text: state.message };
  if (state.status !== 'fired-many') return { tone: 'ok', text: 'Fired' };
  const text = `${countText(state.cameBack)} of ${countOf(state.total, 'sample')} came back`;
  const [failure] = state.failures;
  if (!failure) return { tone: state.cameBack === state.total ? 'ok' : 'bad', text };
  return { tone: 'bad', text: `${text}. ${failure.kind.toUpperCase()}: ${failure.message}` };
}

/** One shot of each kind, in the document's order: start first, end last. */
function sampleShots({ rules }: PanelModel): readonly Shot[] {
  return eventKinds.flatMap((kind) => {
    const read = rules.readDraft(kind, rules.sampleDraft(kind));
    return read.ok ? [{ kind, args: read.value }] : [];
  });
}
