import { keyOfPath } from '#core/drafts/draft-content';
import { type ControlType, controlOf, isShownBy } from '#core/drafts/form-values';
import { ChoiceControl } from './ChoiceControl';
import { EntriesControl } from './EntriesControl';
import type { ControlProps } from './form-props';
import { JsonControl } from './JsonControl';
import { ListControl } from './ListControl';
import { TextControl } from './TextControl';
import { AbsentControl } from './UnsetControl';

/** The control for a field's type. What it cannot show, as a value of a wrong type, is shown as JSON. */
export function Control(props: ControlProps) {
  const { field, node, part, path } = props;
  const type = controlOf(field);
  const isUnfinished = part.pending[keyOfPath(path)] !== undefined;
  if (!node && needsBeginning.includes(type) && !isUnfinished) return <AbsentControl {...props} type={type} />;
  if (isUnfinished || (node && !isShownBy(type, node))) return <JsonControl {...props} />;
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

/** What has no control of its own before it is there. */
const needsBeginning: readonly ControlType[] = ['list', 'map', 'pair', 'group'];
