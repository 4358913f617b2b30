import { Tool } from '#components/kit/Button.tsx';
import { keyOfPath } from '#core/drafts/draft-content';
import { type JsonPath, pathText } from '#core/json/json';
import { takeOut } from '#core/json/json-edits';
import { i18n } from '#i18n';
import type { FormPart } from './form-props';

/** Takes a field out of the draft. */
export function LeaveOut({ part, path }: { readonly part: FormPart; readonly path: JsonPath }) {
  return (
    <Tool
      icon="x"
      name={i18n.t('form.unset', { name: pathText(path) })}
      small
      extra="leave-out"
      onClick={() => part.onEdit((text) => takeOut(text, path), keyOfPath(path))}
    />
  );
}
