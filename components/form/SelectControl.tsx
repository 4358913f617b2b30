import { Icon } from '#components/kit/Icon.tsx';
import { keyOfPath } from '#core/drafts/draft-content';
import { setAtPath } from '#core/json/json-edits';
import { i18n } from '#i18n';
import type { ControlProps } from './form-props';
import { RadioSegments } from './RadioSegments';

/** More values are rendered as a select box. */
const MAX_SEGMENTS = 3;

/**
 * Selects one value of a closed list, or toggles a switch.
 * A value that is not in the list stays listed, with a hint.
 */
export function SelectControl({ part, field, path, node, order, id, name, describedBy, isInvalid }: ControlProps) {
  const isSwitch = field.type === 'boolean';
  const allowedValues = isSwitch ? ['true', 'false'] : (field.allowedValues ?? []);
  const value = node?.type === 'scalar' ? String(node.value) : null;
  const select = (selected: string) =>
    part.onEdit(
      (text) => setAtPath(text, path, isSwitch ? selected : JSON.stringify(selected), order),
      keyOfPath(path),
    );
  const isListed = value === null || allowedValues.includes(value);
  if (allowedValues.length <= MAX_SEGMENTS && isListed) {
    return <RadioSegments {...{ id, name, value, describedBy }} values={allowedValues} onSelect={select} />;
  }
  return (
    <span class={isInvalid ? 'select wrong' : 'select'}>
      <select
        id={id}
        aria-label={name}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        value={value ?? ''}
        onChange={(event) => select(event.currentTarget.value)}
      >
        {value === null && <option value="">{i18n.t('form.notSet')}</option>}
        {!isListed && <option value={value}>{i18n.t('form.notInList', { value })}</option>}
        {allowedValues.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
      <Icon name="down" size={13} />
    </span>
  );
}
