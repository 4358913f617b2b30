import { useLayoutEffect } from 'preact/hooks';
import { Button } from '#components/kit/Button.tsx';
import { keyOfPath } from '#core/drafts/draft-content';
import { blankSource, type ControlType, controlOf, isShownBy } from '#core/drafts/form-values';
import { setAtPath } from '#core/json/json-edits';
import { i18n } from '#i18n';
import { ChoiceControl } from './ChoiceControl';
import { EntriesControl } from './EntriesControl';
import type { ControlProps } from './form-props';
import { JsonControl } from './JsonControl';
import { ListControl } from './ListControl';
import { TextControl } from './TextControl';

/** The control for a field's type. What it cannot show, as a value of a wrong type, is shown as JSON. */
export function Control(props: ControlProps) {
  const { field, node, part, path } = props;
  const type = controlOf(field);
  const isUnfinished = part.pending[keyOfPath(path)] !== undefined;
  useKeptFocus(props.id);
  if (!node && needsBeginning.includes(type) && !isUnfinished) return <AbsentControl {...props} type={type} />;
  if (isUnfinished || (node && !isShownBy(type, node))) {
    return <JsonControl {...props} isText={type === 'text' || type === 'choice'} />;
  }
  switch (type) {
    case 'choice':
    case 'switch':
      return <ChoiceControl {...props} />;
    case 'list':
      return <ListControl {...props} control={Control} />;
    case 'pair':
    case 'map':
      return <EntriesControl {...props} isOne={type === 'pair'} />;
    case 'free':
      return <JsonControl {...props} />;
    default:
      return <TextControl {...props} type={type === 'group' ? 'any' : type} />;
  }
}

/** Another value can need another element: the focus, and the caret at the end, go over to it. */
function useKeptFocus(id: string): void {
  const before = document.activeElement;
  const hadFocus = before?.id === id;
  useLayoutEffect(() => {
    const now = document.getElementById(id);
    if (!hadFocus || now === null || now === before) return;
    now.focus();
    if (now instanceof HTMLInputElement || now instanceof HTMLTextAreaElement) {
      now.setSelectionRange(now.value.length, now.value.length);
    }
  });
}

/** What has no control of its own before it is there. */
const needsBeginning: readonly ControlType[] = ['list', 'map', 'pair', 'group'];

/** A list or an object that is not there: one begins it. A list begins with its first item. */
function AbsentControl({ part, field, path, order, name, type }: ControlProps & { readonly type: ControlType }) {
  const begin = () => {
    const first = type === 'list' && field.item ? `[${blankSource(field.item)}]` : blankSource(field);
    part.onEdit((text) => setAtPath(text, path, first, order), keyOfPath(path));
  };
  return (
    <Button appearance="text" icon="plus" onClick={begin} title={i18n.t('form.add', { name })}>
      {type === 'list' ? i18n.t('form.addFirst') : i18n.t('form.add', { name: field.name })}
    </Button>
  );
}
