import { useSignal } from '@preact/signals';
import { defaultText, interpretationText, noteText, summaryText, typeText } from '#components/i18n/definition-text.ts';
import { messageText } from '#components/i18n/message-text.ts';
import { Icon } from '#components/kit/Icon.tsx';
import { Phrase } from '#components/kit/Phrase.tsx';
import type { ReferenceEntry, ReferenceRow } from '#core/telemetry/reference';
import { i18n } from '#i18n';

interface KindSectionProps {
  readonly entry: ReferenceEntry;
  readonly onCopy: (text: string) => Promise<boolean>;
}

/** A kind. Its section is the target of links such as `reference.html#interact`. */
export function KindSection({ entry, onCopy }: KindSectionProps) {
  return (
    <section class="reference-kind" id={entry.kind} aria-labelledby={`${entry.kind}-title`}>
      <h2 id={`${entry.kind}-title`}>
        <a href={`#${entry.kind}`}>{entry.signature}</a>
        <span class="tag">{entry.eid}</span>
      </h2>
      <p>{summaryText(entry.kind)}</p>
      {entry.interpretation && <p class="reference-interpretation">{interpretationText(entry.interpretation)}</p>}
      <FieldTable kind={entry.kind} rows={entry.rows} />
      <SampleCode kind={entry.kind} text={entry.sample} onCopy={onCopy} />
    </section>
  );
}

/** The fields of a kind. Fields of an object are indented below the object. */
function FieldTable({ kind, rows }: { readonly kind: string; readonly rows: readonly ReferenceRow[] }) {
  return (
    <div class="reference-scroll">
      <table aria-label={i18n.t('reference.fieldsOf', { kind })}>
        <thead>
          <tr>
            <th scope="col">{i18n.t('reference.field')}</th>
            <th scope="col">{i18n.t('reference.type')}</th>
            <th scope="col">{i18n.t('reference.required')}</th>
            <th scope="col">{i18n.t('reference.rule')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <FieldRow key={index} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const presenceLabels = () =>
  ({
    required: i18n.t('reference.yes'),
    optional: i18n.t('reference.no'),
    default: i18n.t('reference.requiredWithDefault'),
  }) as const;

function FieldRow({ row }: { readonly row: ReferenceRow }) {
  return (
    <tr>
      <th scope="row" style={{ '--depth': row.depth }}>
        <code>{row.name}</code>
      </th>
      <td>{typeText(row.type)}</td>
      <td class={row.presence === 'optional' ? 'muted' : ''}>{presenceLabels()[row.presence]}</td>
      <td>
        {ruleTexts(row).map((rule) => (
          <span key={rule}>{rule} </span>
        ))}
        {row.allowedValues.length > 0 && <AllowedValues allowedValues={row.allowedValues} />}
        {row.interpretation && <p class="reference-interpretation">{interpretationText(row.interpretation)}</p>}
      </td>
    </tr>
  );
}

/** Returns the texts about a field: the spec's note, the default, examples and rules. */
function ruleTexts({ note, shownDefault, examples, suggestedValues, range, rules }: ReferenceRow): readonly string[] {
  return [
    noteText(note),
    shownDefault === null ? '' : i18n.t('reference.default', { value: defaultText(shownDefault) }),
    examples.length === 0 ? '' : i18n.t('form.examples', { examples: examples.join(', ') }),
    suggestedValues.length === 0 ? '' : i18n.t('reference.suggestedValues', { values: suggestedValues.join(', ') }),
    range === null ? '' : i18n.t('reference.range', { ...range }),
    ...rules.map(messageText),
  ].filter((rule) => rule !== '');
}

function AllowedValues({ allowedValues }: { readonly allowedValues: readonly string[] }) {
  const values = allowedValues.map((value, index) => (
    <span key={value}>
      {index > 0 && ', '}
      <code class="reference-allowed-value">{value}</code>
    </span>
  ));
  return (
    <span>
      <Phrase text={i18n.t('reference.oneOf', { values: '{values}' })} parts={{ values }} />
    </span>
  );
}

interface SampleCodeProps {
  readonly kind: string;
  readonly text: string;
  readonly onCopy: (text: string) => Promise<boolean>;
}

const copyLabels = () =>
  ({
    idle: i18n.t('reference.copy'),
    copied: i18n.t('reference.copied'),
    failed: i18n.t('reference.copyFailed'),
  }) as const;

/** The sample as JSON, with a button that copies it. */
function SampleCode({ kind, text, onCopy }: SampleCodeProps) {
  const state = useSignal<keyof ReturnType<typeof copyLabels>>('idle');
  const copy = async () => {
    state.value = (await onCopy(text)) ? 'copied' : 'failed';
  };
  return (
    <figure class="reference-sample">
      <figcaption>
        {i18n.t('reference.sample')}
        <button
          type="button"
          class="button"
          aria-label={i18n.t('reference.copySample', { kind })}
          onClick={() => void copy()}
        >
          <Icon name={state.value === 'copied' ? 'valid' : 'copy'} size={13} />
          <span role="status">{copyLabels()[state.value]}</span>
        </button>
      </figcaption>
      <pre>
        {splitTokens(text).map(({ text: part, tokenType }, index) => (
          <span key={index} class={tokenType}>
            {part}
          </span>
        ))}
      </pre>
    </figure>
  );
}

interface Token {
  readonly text: string;
  readonly tokenType: 'key' | 'string' | 'number' | 'atom' | 'plain';
}

/** Splits pretty-printed JSON into tokens for syntax colors. A string before a colon is a key. */
function splitTokens(text: string): readonly Token[] {
  const pattern = /("(?:[^"\\]|\\.)*")(?=(\s*:)?)|(-?\d[\d.eE+-]*)|(true|false|null)|[^"\d\-tfn]+|./g;
  return [...text.matchAll(pattern)].map(([part, string, colon, number, atom]) => {
    if (string) return { text: part, tokenType: colon ? 'key' : 'string' };
    if (number) return { text: part, tokenType: 'number' };
    return { text: part, tokenType: atom ? 'atom' : 'plain' };
  });
}
