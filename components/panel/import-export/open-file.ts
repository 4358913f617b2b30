import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Toasts } from '#components/panel/app/toasts.ts';
import type { Sessions } from '#components/panel/captures/capture-list.ts';
import type { ListSettings } from '#components/panel/event-list/columns/list-settings.ts';
import { createEventList, type EventList } from '#components/panel/event-list/event-list.ts';
import type { Pace } from '#components/panel/event-list/scheduler.ts';
import { readFile, type SourceFile } from '#core/formats/read/read-file';
import type { ReadingRules, ReadingSink } from '#core/formats/read/reading';
import type { After } from '#core/util/timer';
import { importWords } from './import-messages';

/** Reads one file, opens it as a session beside the live one, and says how it went. `share` is told how much is read. */
export async function openFile(
  { rules, sessions, toasts, after, pace, listSettings }: ImportingDeps,
  file: SourceFile,
  share: Signal<number>,
  stop: AbortSignal,
): Promise<void> {
  const list = createEventList(after, listSettings);
  const onProgress = (told: number) => {
    share.value = told;
  };
  const result = await readFile(file, { ...pace, rules, signal: stop, onProgress, sink: sinkOf(list) });
  if (result.ok) {
    sessions.open(file.name, list);
    return toasts.show({ tone: 'ok', text: importWords.opened(file.name, result.value.events) });
  }
  if (result.failure.reason === 'cancelled') {
    list.stop();
    return toasts.show({ tone: 'info', text: importWords.stopped(file.name) });
  }
  // What stood before the fault is not lost: it is shown if one wants it.
  const { message, eventsBefore } = result.failure;
  const onChoose = () => void sessions.open(file.name, list);
  const before = { action: { label: importWords.showBefore(eventsBefore), onChoose } };
  const text = `${file.name}: ${message}`;
  toasts.show({ tone: 'bad', text, onGone: list.stop, ...(eventsBefore > 0 ? before : {}) });
}

function sinkOf({ records, frames }: EventList): ReadingSink {
  return { records: records.apply, mark: records.navigated, frames: frames.set };
}

export interface ImportingDeps {
  readonly rules: ReadingRules;
  readonly sessions: Sessions;
  readonly toasts: Toasts;
  readonly after: After;
  readonly pace: Pace;
  readonly listSettings: ReadonlySignal<ListSettings>;
}
