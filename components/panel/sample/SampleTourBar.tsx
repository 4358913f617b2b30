import { ToolButton } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { sampleTourStore, type TourStep, tourSteps } from './sample-tour';
import './sample-tour.css';

const labels = {
  find: 'panel.sample.tour.find',
  open: 'panel.sample.tour.open',
  follow: 'panel.sample.tour.follow',
} as const satisfies Readonly<Record<TourStep, string>>;

/** The steps of the tour as buttons that take them; a step that was taken has a check mark. */
export function SampleTourBar() {
  const { done, isOpen, take } = useStore(sampleTourStore);
  if (!isOpen.value) return null;
  const next = tourSteps.find((step) => !done.value.has(step));
  return (
    <nav class="bar sample-tour" aria-label={i18n.t('panel.sample.tour.title')}>
      <ol>
        {tourSteps.map((step, index) => {
          const isDone = done.value.has(step);
          const label = i18n.t(labels[step]);
          return (
            <li key={step}>
              <button
                type="button"
                class="tool label"
                aria-current={step === next ? 'step' : undefined}
                aria-label={isDone ? i18n.t('panel.sample.tour.done', { step: label }) : undefined}
                onClick={() => take(step)}
              >
                <span class={isDone ? 'number ok' : 'number'} aria-hidden="true">
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
