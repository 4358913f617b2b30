import type { Signal } from '@preact/signals';
import { formatNumber } from '#components/i18n/count-text.ts';
import { messageText } from '#components/i18n/message-text.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { openedCapturesStore } from '#components/panel/captures/capture-list.ts';
import { createCaptureList } from '#components/panel/event-list/event-list.ts';
import { listFrames } from '#components/panel/event-list/frames.ts';
import type { EventList } from '#components/panel/event-list/list-section.ts';
import { readFile, type SourceFile } from '#core/formats/read/read-file';
import type { ReadingSink } from '#core/formats/read/reading-sink';
import { secretGuard } from '#core/stream/secret-guard';
import { createTimeSliceDeps } from '#core/util/time-slices';
import { i18n } from '#i18n';

const importMessages = {
  opened: (name: string, events: number) => i18n.t('import.opened', events, { name, n: formatNumber(events) }),
  stopped: (name: string) => i18n.t('import.stopped', { name }),
  showBeforeError: (events: number) => i18n.t('import.showBefore', events, { n: formatNumber(events) }),
};

/**
 * Reads one file, opens it as a capture beside the live one, and shows the outcome as a toast.
 * `progress` is set to the read part of the file, from 0 to 1.
 */
export async function openFile(
  stores: Stores,
  file: SourceFile,
  progress: Signal<number>,
  signal: AbortSignal,
): Promise<void> {
  const { scheduler, toasts } = stores.app;
  const captures = stores.get(openedCapturesStore);
  const list = await createCaptureList(stores);
  const onProgress = (fraction: number) => {
    progress.value = fraction;
  };
  const result = await readFile(file, {
    ...createTimeSliceDeps(scheduler),
    guard: secretGuard,
    signal,
    onProgress,
    sink: sinkOf(list),
  });
  if (result.ok) {
    captures.open(() => file.name, list);
    const { events, warnings } = result.value;
    const sentences = () => [importMessages.opened(file.name, events), ...warnings.map(messageText)];
    return toasts.show({ tone: warnings.length === 0 ? 'success' : 'info', text: () => sentences().join(' · ') });
  }
  if (result.failure.reason === 'cancelled') {
    list.stop();
    return toasts.show({ tone: 'info', text: () => importMessages.stopped(file.name) });
  }
  const { message, eventsBefore } = result.failure;
  const onSelect = () => void captures.open(() => file.name, list);
  const showBeforeError = { action: { label: () => importMessages.showBeforeError(eventsBefore), onSelect } };
  const text = () => `${file.name}: ${messageText(message)}`;
  toasts.show({ tone: 'error', text, onDismiss: list.stop, ...(eventsBefore > 0 ? showBeforeError : {}) });
}

function sinkOf({ records, get }: EventList): ReadingSink {
  return { records: records.apply, navigations: records.addNavigations, frames: get(listFrames).set };
}
