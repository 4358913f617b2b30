import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { defineStore } from '#components/panel/app/stores.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import type { EventList } from '#components/panel/event-list/list-section.ts';
import { isRecordLine } from '#components/panel/event-list/order/list-lines.ts';

export const tourSteps = ['find', 'open', 'follow'] as const;
export type TourStep = (typeof tourSteps)[number];

/** Three steps that show what the panel is for, on the events of the sample. */
export interface SampleTour {
  readonly isOpen: Signal<boolean>;
  /** The steps that the user has taken, by the tour or without it. */
  readonly done: ReadonlySignal<ReadonlySet<TourStep>>;
  take(step: TourStep): void;
}

const INVALID = 'is:invalid';

function createSampleTour({ filter, lines, selection, goTo }: EventList): SampleTour {
  const done = signal<ReadonlySet<TourStep>>(new Set());
  const isTaken: Readonly<Record<TourStep, () => boolean>> = {
    find: () => filter.value.value.tokens.includes(INVALID),
    open: () => selection.record.value?.verdict === 'invalid',
    follow: () => selection.record.value !== null && selection.tab.value === 'journey',
  };
  effect(() => {
    const taken = tourSteps.filter((step) => isTaken[step]() && !done.peek().has(step));
    if (taken.length > 0) done.value = new Set([...done.peek(), ...taken]);
  });
  const openInvalid = (): void => {
    for (let index = 0; index < lines.length.peek(); index += 1) {
      const line = lines.at(index);
      if (line && isRecordLine(line) && line.verdict === 'invalid') {
        goTo(line.row);
        return;
      }
    }
  };
  const take: Readonly<Record<TourStep, () => void>> = {
    find: () => filter.setToken(INVALID, 'is:'),
    open() {
      openInvalid();
      selection.chooseTab('findings');
    },
    follow() {
      if (selection.record.peek() === null) openInvalid();
      selection.chooseTab('journey');
    },
  };
  return { isOpen: signal(true), done, take: (step) => take[step]() };
}

export const sampleTourStore = defineStore((stores) => createSampleTour(stores.get(liveListStore)));
