import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { State } from '#components/kit/StatusLabel.tsx';
import { i18n } from '#i18n';

/** Whether personal data is hidden. Whoever switches that off is told what the file will hold. */
export function MaskChoice({ isMasked }: { readonly isMasked: Signal<boolean> }) {
  const hint = useId();
  return (
    <section class="export-mask">
      <label class="check">
        <input
          type="checkbox"
          checked={isMasked.value}
          aria-describedby={hint}
          onChange={({ currentTarget }) => {
            isMasked.value = currentTarget.checked;
          }}
        />
        {i18n.t('export.redact')}
      </label>
      <p id={hint} role="status">
        {isMasked.value ? (
          <small class="muted">{i18n.t('export.redactHint')}</small>
        ) : (
          <State icon="notice" tone="warn">
            {i18n.t('export.unredactedHint')}
          </State>
        )}
      </p>
    </section>
  );
}
