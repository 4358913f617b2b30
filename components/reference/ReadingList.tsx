import type { Reading } from '../../lib/telemetry/readings';

/** How lines that the document leaves open are read, where that holds for every kind. */
export function ReadingList({ readings }: { readonly readings: readonly Reading[] }) {
  return (
    <section class="reference-kind" id="readings" aria-labelledby="readings-title">
      <h2 id="readings-title">
        <a href="#readings">How the definition is read</a>
      </h2>
      <p>The document leaves some lines open. Readings of one field stand beside it; these hold everywhere.</p>
      <dl class="reference-readings">
        {readings.map(({ point, reading }) => (
          <div key={point}>
            <dt>{point}</dt>
            <dd>{reading}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
