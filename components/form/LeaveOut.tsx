import { i18n } from '#i18n';
import { keyOfPath } from '../../lib/compose/draft-content';
import { takeOut } from '../../lib/compose/json-edits';
import { type JsonPath, pathText } from '../../lib/json';
import { Tool } from '../ui/Button';
import type { FormPart } from './form-part';

/** Takes a field out of the draft. */
export function LeaveOut({ part, path }: { readonly part: FormPart; readonly path: JsonPath }) {
  return (
    <Tool
      icon="x"
      name={i18n.t('form.leaveOut', { name: pathText(path) })}
      small
      extra="leave-out"
      onClick={() => part.onEdit((text) => takeOut(text, path), keyOfPath(path))}
    />
  );
}
