import { ToolButton } from '#components/kit/Button.tsx';
import { keyOfPath } from '#core/drafts/draft-content';
import { formatPath, type JsonPath } from '#core/json/json';
import { removeAtPath } from '#core/json/json-edits';
import { i18n } from '#i18n';
import type { FormPart } from './form-props';

/** Takes a field out of the draft. */
export function RemoveFieldButton({ part, path }: { readonly part: FormPart; readonly path: JsonPath }) {
  return (
    <ToolButton
      icon="x"
      name={i18n.t('form.unset', { name: formatPath(path) })}
      small
      extra="leave-out"
      onClick={() => part.onEdit((text) => removeAtPath(text, path), keyOfPath(path))}
    />
  );
}
