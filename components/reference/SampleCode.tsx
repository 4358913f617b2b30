import { useSignal } from '@preact/signals';
import { Icon } from '#components/kit/Icon.tsx';
import { i18n } from '#i18n';

interface Props {
  readonly kind: string;
  readonly text: string;
  readonly onCopy: (text: string) => Promise<boolean>;
}

const labels = () =>
  ({
    idle: i18n.t('reference.copy'),
    copied: i18n.t('reference.copied'),
    failed: i18n.t('reference.copyFailed'),
  }) as const;

/** The sample as JSON, and a button that copies it. */
export function SampleCode({ kind, text, onCopy }: Props) {
  const state = useSignal<keyof ReturnType<typeof labels>>('idle');
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
          <span role="status">{labels()[state.value]}</span>
        </button>
      </figcaption>
      <pre>
        {tokensOf(text).map(({ text: part, tone }, index) => (
          <span key={index} class={tone}>
            {part}
          </span>
        ))}
      </pre>
    </figure>
  );
}

interface Token {
  readonly text: string;
  readonly tone: 'key' | 'string' | 'number' | 'atom' | 'plain';
}

/** Pretty-printed JSON in parts by colour: a string before a colon is a key. */
function tokensOf(text: string): readonly Token[] {
  const pattern = /("(?:[^"\\]|\\.)*")(?=(\s*:)?)|(-?\d[\d.eE+-]*)|(true|false|null)|[^"\d\-tfn]+|./g;
  return [...text.matchAll(pattern)].map(([part, string, colon, number, atom]) => ({
    text: part,
    tone: string ? (colon ? 'key' : 'string') : number ? 'number' : atom ? 'atom' : 'plain',
  }));
}
