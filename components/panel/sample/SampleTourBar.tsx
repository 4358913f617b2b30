import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { ToolButton } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { defineStore, useStore } from '#components/panel/app/stores.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import type { EventList } from '#components/panel/event-list/list-section.ts';
import { isRecordLine } from '#components/panel/event-list/order/list-lines.ts';
import { i18n } from '#i18n';
import './sample-tour.css';

const labelKeys = {
  find: 'panel.sample.tour.find',
  open: 'panel.sample.tour.open',
  follow: 'panel.sample.tour.follow',
} as const satisfies Readonly<Record<TourStep, string>>;

/** The steps of the tour as buttons that perform them. A completed step has a check mark. */
export function SampleTourBar() {
  const { completedSteps, isOpen, perform } = useStore(sampleTourStore);
  if (!isOpen.value) return null;
  const next = tourSteps.find((step) => !completedSteps.value.has(step));
  return (
    <nav class="bar sample-tour" aria-label={i18n.t('panel.sample.tour.title')}>
      <ol>
        {tourSteps.map((step, index) => {
          const isDone = completedSteps.value.has(step);
          const label = i18n.t(labelKeys[step]);
          return (
            <li key={step}>
              <button
                type="button"
                class="tool label"
                aria-current={step === next ? 'step' : undefined}
                aria-label={isDone ? i18n.t('panel.sample.tour.done', { step: label }) : undefined}
                onClick={() => perform(step)}
              >
                <span class={isDone ? 'number success' : 'number'} aria-hidden="true">
                  {isDone ? <Icon name="valid" size={13} /> : index + 1}
                </span>
                {label}
              </button>
            </li>
          );
        })}
      </ol>
      {next === undefined && (
        <span class="muted" role="status">
          {i18n.t('panel.sample.tour.last', { panel: i18n.t('manifest.shortName') })}
        </span>
      )}
      <span class="grow" />
      <ToolButton
        icon="x"
        small
        name={i18n.t('panel.sample.tour.close')}
        onClick={() => {
          isOpen.value = false;
        }}
      />
    </nav>
  );
}

export const tourSteps = ['find', 'open', 'follow'] as const;
type TourStep = (typeof tourSteps)[number];

/** Three steps that show what the panel is for, with the events of the sample. */
interface SampleTour {
  readonly isOpen: Signal<boolean>;
  /** The completed steps. Users can also complete a step without its button. */
  readonly completedSteps: ReadonlySignal<ReadonlySet<TourStep>>;
  perform(step: TourStep): void;
}

const INVALID_QUERY = 'is:invalid';

function createSampleTour({ filter, lines, selection, goTo }: EventList): SampleTour {
  const completedSteps = signal<ReadonlySet<TourStep>>(new Set());
  const isComplete: Readonly<Record<TourStep, () => boolean>> = {
    find: () => filter.value.value.tokens.includes(INVALID_QUERY),
    open: () => selection.record.value?.verdict === 'invalid',
    follow: () => selection.record.value !== null && selection.tab.value === 'journey',
  };
  effect(() => {
    const newSteps = tourSteps.filter((step) => isComplete[step]() && !completedSteps.peek().has(step));
    if (newSteps.length > 0) completedSteps.value = new Set([...completedSteps.peek(), ...newSteps]);
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
  const actions: Readonly<Record<TourStep, () => void>> = {
    find: () => filter.setToken(INVALID_QUERY, 'is:'),
    open() {
      openInvalid();
      selection.selectTab('findings');
    },
    follow() {
      if (selection.record.peek() === null) openInvalid();
      selection.selectTab('journey');
    },
  };
  return { isOpen: signal(true), completedSteps, perform: (step) => actions[step]() };
}

const sampleTourStore = defineStore((stores) => createSampleTour(stores.get(liveListStore)));
