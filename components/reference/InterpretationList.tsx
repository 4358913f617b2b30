import { definitionText } from '#components/i18n/definition-text.ts';
import type { Interpretation } from '#core/telemetry/interpretations';
import { i18n } from '#i18n';

/** How lines that the document leaves open are read, where that holds for every kind. */
export function InterpretationList({ readings }: { readonly readings: readonly Interpretation[] }) {
  return (
    <section class="reference-kind" id="readings" aria-labelledby="readings-title">
      <h2 id="readings-title">
        <a href="#readings">{i18n.t('reference.interpretations')}</a>
      </h2>
      <p>{i18n.t('reference.interpretationsIntro')}</p>
      <dl class="reference-readings">
        {readings.map(({ point, reading }) => (
          <div key={point}>
            <dt>{definitionText(point)}</dt>
            <dd>{definitionText(reading)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
