import { Button } from '#components/kit/Button.tsx';
import { keyOfPath } from '#core/drafts/draft-content';
import { blankSource, type ControlType } from '#core/drafts/form-values';
import { put } from '#core/json/json-edits';
import { i18n } from '#i18n';
import type { ControlProps } from './form-props';

/** A list or an object that is not there: one begins it. A list begins with its first item. */
export function AbsentControl({ part, field, path, order, name, type }: ControlProps & { readonly type: ControlType }) {
  const begin = () => {
    const first = type === 'list' && field.item ? `[${blankSource(field.item)}]` : blankSource(field);
    part.onEdit((text) => put(text, path, first, order), keyOfPath(path));
  };
  return (
    <Button look="text" icon="plus" onClick={begin} title={i18n.t('form.add', { name })}>
      {type === 'list' ? i18n.t('form.addFirst') : i18n.t('form.add', { name: field.name })}
    </Button>
  );
}
