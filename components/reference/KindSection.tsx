import { definitionText } from '#components/i18n/definition-text.ts';
import type { ReferenceEntry } from '#core/telemetry/reference';
import { FieldTable } from './FieldTable';
import { SampleCode } from './SampleCode';

interface Props {
  readonly entry: ReferenceEntry;
  readonly onCopy: (text: string) => Promise<boolean>;
}

/** One kind; its heading is the anchor that links lead to: `reference.html#interact`. */
export function KindSection({ entry, onCopy }: Props) {
  return (
    <section class="reference-kind" id={entry.kind} aria-labelledby={`${entry.kind}-title`}>
      <h2 id={`${entry.kind}-title`}>
        <a href={`#${entry.kind}`}>{entry.signature}</a>
        <span class="tag">{entry.eid}</span>
      </h2>
      <p>{definitionText(entry.summary)}</p>
      {entry.reading && <p class="reference-reading">{definitionText(entry.reading)}</p>}
      <FieldTable kind={entry.kind} rows={entry.rows} />
      <SampleCode kind={entry.kind} text={entry.sample} onCopy={onCopy} />
    </section>
  );
}
