import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Dialog } from '#components/kit/Dialog.tsx';
import { MAX_SAMPLE_NAME_CHARS, type Sample } from '#core/drafts/sample';
import { i18n } from '#i18n';

const MAX_TAGS_CHARS = 400;

interface SaveSampleProps {
  readonly title: string;
  readonly action: string;
  readonly sample?: Pick<Sample, 'name' | 'tags'>;
  readonly onSave: (name: string, tags: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** Dialog for a sample's name and tags. */
export function SaveSample({ title, action, sample, onSave, onCancel }: SaveSampleProps) {
  const name = useSignal(sample?.name ?? '');
  const tags = useSignal(sample?.tags.join(', ') ?? '');
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const isNamed = name.value.trim() !== '';
  const save = () => {
    if (isNamed) onSave(name.value.trim(), tags.value.split(','));
  };
  return (
    <Dialog title={title} action={{ label: action, onSelect: save, disabled: !isNamed }} onCancel={onCancel}>
      <form
        class="sample-fields"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <label>
          {i18n.t('samples.name')}
          <span class="field-box">
            <input
              ref={field}
              value={name.value}
              required
              maxLength={MAX_SAMPLE_NAME_CHARS}
              onInput={(event) => {
                name.value = event.currentTarget.value;
              }}
            />
          </span>
        </label>
        <label>
          {i18n.t('samples.tags')}
          <span class="field-box">
            <input
              value={tags.value}
              maxLength={MAX_TAGS_CHARS}
              onInput={(event) => {
                tags.value = event.currentTarget.value;
              }}
            />
          </span>
        </label>
        <button type="submit" class="visually-hidden" tabIndex={-1} aria-hidden="true">
          {action}
        </button>
      </form>
    </Dialog>
  );
}
