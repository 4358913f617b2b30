import { Icon } from '#components/kit/Icon.tsx';
import { keyOfPath } from '#core/drafts/draft-content';
import { setAtPath } from '#core/json/json-edits';
import { i18n } from '#i18n';
import type { ControlProps } from './form-props';
import { RadioSegments } from './RadioSegments';

/** Up to so many stand side by side; more are a list that opens. */
const SIDE_BY_SIDE = 3;

/**
 * One value of a closed list, or a switch.
 * A value that is not in the list stays, and is named as such.
 */
export function ChoiceControl({ part, field, path, node, order, id, name, describedBy, isWrong }: ControlProps) {
  const isSwitch = field.type === 'boolean';
  const choices = isSwitch ? ['true', 'false'] : (field.choices ?? []);
  const value = node?.type === 'scalar' ? String(node.value) : null;
  const choose = (chosen: string) =>
    part.onEdit((text) => setAtPath(text, path, isSwitch ? chosen : JSON.stringify(chosen), order), keyOfPath(path));
  const isListed = value === null || choices.includes(value);
  if (choices.length <= SIDE_BY_SIDE && isListed) {
    return <RadioSegments {...{ id, name, choices, value, describedBy }} onChoose={choose} />;
  }
  return (
    <span class={isWrong ? 'select wrong' : 'select'}>
      <select
        id={id}
        aria-label={name}
        aria-describedby={describedBy}
        aria-invalid={isWrong}
        value={value ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {value === null && <option value="">{i18n.t('form.notSet')}</option>}
        {!isListed && <option value={value}>{i18n.t('form.notInList', { value })}</option>}
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
      <Icon name="down" size={13} />
    </span>
  );
}
