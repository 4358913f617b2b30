import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { CheckBox } from '#components/kit/forms/CheckBox.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { i18n } from '#i18n';

/** Chooses whether personal data is hidden. If not, lists what the file will hold. */
export function RedactionChoice({ isRedacted }: { readonly isRedacted: Signal<boolean> }) {
  const hint = useId();
  return (
    <section class="export-mask">
      <CheckBox
        checked={isRedacted.value}
        describedBy={hint}
        onChange={(checked) => {
          isRedacted.value = checked;
        }}
      >
        {i18n.t('export.redact')}
      </CheckBox>
      <p id={hint} role="status">
        {isRedacted.value ? (
          <small class="muted">{i18n.t('export.redactHint')}</small>
        ) : (
          <StatusLabel icon="notice" tone="warn">
            {i18n.t('export.unredactedHint')}
          </StatusLabel>
        )}
      </p>
    </section>
  );
}
