import { batch } from '@preact/signals';
import type { PanelActions } from '#components/panel/app/panel-actions.ts';
import type { Commands } from '#components/panel/app/panel-commands.ts';
import type { ToastContent } from '#components/panel/app/toasts.ts';
import { outcomesText, runStatus } from '#components/panel/compose/firing/fired-outcomes.ts';
import { postDraft } from '#components/panel/compose/firing/post-draft.ts';
import { askForSite, pageToFire, placeToFire } from '#components/panel/compose/target/site-confirmation.ts';
import { draftOfRecord, originOf } from '#core/drafts/draft-of-record';
import { eventKinds } from '#core/telemetry/kinds';
import { countOf, countText } from '#core/util/count-text';
import type { Result } from '#core/util/result';
import type { FireFailure, FiringState, Shot } from '#extension/panel/firing/firing';
import { i18n } from '#i18n';
import type { PanelModel } from './panel-model';

export function createCommands(model: PanelModel, actions: PanelActions): Commands {
  const { toasts, records, composer, compose, frames, firing } = model;

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
    const action = { label: i18n.t('said.watchAgain'), onChoose: () => void watch() };
    toasts.show({ tone: 'info', text: i18n.t('said.stoppedWatching', { host }), action });
  };
  const copy = async (text: string, what: string) => {
    if (tellFailure(await actions.onCopy(text))) toasts.show({ tone: 'ok', text: i18n.t('said.copied', { what }) });
  };

  /** Says why it is not done where another session than the live one is shown. */
  const isLive = (): boolean => {
    if (model.source.from === 'page') return true;
    toasts.show({ tone: 'info', text: notLiveText(model.source) });
    return false;
  };

  return {
    record(recording) {
      if (!isLive()) return;
      model.recording.value = recording;
      actions.onRecord(recording);
    },
    clear() {
      if (!isLive()) return;
      const { total } = records.counts.value;
      if (total === 0) return;
      records.clear();
      actions.onClear();
      const action = { label: i18n.t('common.undo'), onChoose: records.restore };
      toasts.show({
        tone: 'info',
        text: i18n.t('said.cleared', { events: countOf(total, 'event') }),
        action,
        onGone: records.forget,
      });
    },
    watch: () => void watch(),
    stopWatching: () => void stopWatching(),
    reload: actions.onReload,
    lookAgain: actions.onLookAgain,
    openWindow: actions.onOpenWindow,
    copy: (text, what) => void copy(text, what),
    save({ count, ...file }) {
      actions.onSave(file);
      toasts.show({ tone: 'ok', text: i18n.t('export.saved', count, { n: countText(count), name: file.name }) });
    },
    openReference: actions.onOpenReference,
    showEvent(row) {
      batch(() => {
        // Asked for from Compose, which is about the live session, while another one is open behind it.
        if (model.source.from === 'page') model.sessions.show(null);
        if (model.visible.indexOfRow(row) === -1) model.filter.clear();
        model.selection.open(row);
        model.view.value = 'events';
      });
    },
    editAndResend(record) {
      const draft = draftOfRecord(record, model.rules);
      if (!record.kind || draft === null) return;
      composer.open(record.kind, draft, originOf(record));
      model.view.value = 'compose';
    },
    fireDraft() {
      const { kind, reading } = composer.draft.value;
      const count = compose.times.read();
      if (reading.value.status !== 'read' || count === null) return;
      const { args } = reading.value;
      const shots = Array.from({ length: count }, () => ({ kind, args }));
      askForSite(model, placeToFire, () => {
        if (compose.out.value.way === 'collector') void postDraft(model, actions.collector);
        else void fire(shots);
      });
    },
    fireOne: actions.onFire,
    fireBare: actions.onFireBare,
    download: (name, text) => actions.onSave({ name, parts: [text], mimeType: 'application/json' }),
    fireSamples() {
      askForSite(model, pageToFire, () => void fire(sampleShots(model)));
    },
  };
}

type NotLive = Exclude<PanelModel['source'], { readonly from: 'page' }>;

/** Why a session read from a file, or an earlier one, is only looked at. */
export function notLiveText({ from, name }: NotLive): string {
  return i18n.t(from === 'file' ? 'sessions.fromFile' : 'sessions.kept', { name });
}

function firedToast(state: FiringState): ToastContent {
  if (state.status === 'failed') return { tone: 'bad', text: state.message };
  if (state.status !== 'fired-many') return { tone: 'ok', text: i18n.t('said.fired') };
  return { tone: runTones[runStatus(state)], text: outcomesText(state) };
}

const runTones = { answered: 'ok', failed: 'bad', open: 'info' } as const;

/** One shot of each kind, in the document's order: start first, end last. */
function sampleShots({ rules }: PanelModel): readonly Shot[] {
  return eventKinds.flatMap((kind) => {
    const read = rules.readDraft(kind, rules.sampleDraft(kind));
    return read.ok ? [{ kind, args: read.value }] : [];
  });
}
