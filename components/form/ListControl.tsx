import { useSignal } from '@preact/signals';
import type { ComponentType, VNode } from 'preact';
import { formatNumber } from '#components/i18n/count-text.ts';
import { Button, ToolButton } from '#components/kit/Button.tsx';
import { keyOfPath } from '#core/drafts/draft-content';
import { blankSource, controlOf, findingsOf } from '#core/drafts/form-values';
import { moveItem, removeAtPath, setAtPath } from '#core/json/json-edits';
import type { JsonNode } from '#core/json/json-nodes';
import type { Field } from '#core/telemetry/fields';
import { i18n } from '#i18n';
import { FieldMessages } from './FieldMessages';
import type { ControlProps } from './form-props';

interface ListControlProps extends ControlProps {
  /** Renders an item. Passed in because an item may be a list itself. */
  readonly control: ComponentType<ControlProps>;
}

/** A list: each item with its control, and buttons that add, remove and move items. */
export function ListControl(props: ListControlProps) {
  const { part, field, path, node, name } = props;
  const items = node?.type === 'array' ? node.items : [];
  const { items: shownItems, more } = useFirstItems(items);
  const { item } = field;
  if (!item) return null;
  const newPath = [...path, items.length];
  const add = () => part.onEdit((text) => setAtPath(text, newPath, blankSource(item)), keyOfPath(newPath));
  return (
    <div class="items">
      {shownItems.map((each, index) => (
        <Item key={String(index)} list={props} item={item} node={each} index={index} count={items.length} />
      ))}
      {more ?? (
        <Button appearance="text" icon="plus" onClick={add} title={i18n.t('form.addTo', { name })}>
          {i18n.t(item.hasSingleKey ? 'form.addPair' : 'form.addItem')}
        </Button>
      )}
    </div>
  );
}

interface ItemProps {
  readonly list: ListControlProps;
  readonly item: Field;
  readonly node: JsonNode;
  readonly index: number;
  readonly count: number;
}

function Item({ list, item, node, index, count }: ItemProps) {
  const { part, id, control: Control } = list;
  const path = [...list.path, index];
  const name = `${list.name}.${index}`;
  const editKey = keyOfPath(list.path);
  const isGroup = controlOf(item) === 'group' && node.type === 'object';
  const findings = findingsOf(part.findings, path, controlOf(item), node);
  const move = (to: number) => part.onEdit((text) => moveItem(text, list.path, index, to), editKey);
  const isInvalid = findings.some(({ severity }) => severity === 'error');
  return (
    <div class={isGroup ? 'item of-fields' : 'item'}>
      <div class="item-body">
        {isGroup ? (
          part.renderFields(item.children, node, path)
        ) : (
          <Control
            {...{ part, path, node, name, isInvalid }}
            field={item}
            order={[]}
            id={`${id}-${index}`}
            describedBy={`${id}-${index}-message`}
          />
        )}
        <FieldMessages id={`${id}-${index}-message`} field={null} findings={findings} getFix={part.getFix} />
      </div>
      <span class="item-actions">
        {index > 0 && (
          <ToolButton icon="up" name={i18n.t('form.moveUp', { name })} small onClick={() => move(index - 1)} />
        )}
        {index < count - 1 && (
          <ToolButton icon="down" name={i18n.t('form.moveDown', { name })} small onClick={() => move(index + 1)} />
        )}
        <ToolButton
          icon="trash"
          name={i18n.t('form.remove', { name })}
          small
          onClick={() => part.onEdit((text) => removeAtPath(text, path), editKey)}
        />
      </span>
    </div>
  );
}

/** Lists may contain lists, and each level multiplies the number of rendered controls. */
const INITIAL_ITEMS = 25;
const ITEMS_PER_CLICK = 100;

interface FirstItems<Item> {
  readonly items: readonly Item[];
  /** A button that shows more items, or `null` if all are shown. */
  readonly more: VNode | null;
}

/** Returns the first of many items: a draft may contain hundreds of thousands. */
export function useFirstItems<Item>(all: readonly Item[]): FirstItems<Item> {
  const limit = useSignal(INITIAL_ITEMS);
  const remaining = all.length - limit.value;
  if (remaining <= 0) return { items: all, more: null };
  const showMore = () => {
    limit.value += ITEMS_PER_CLICK;
  };
  const params = { n: formatNumber(Math.min(remaining, ITEMS_PER_CLICK)), left: formatNumber(remaining) };
  const more = (
    <Button appearance="text" icon="down" onClick={showMore}>
      {i18n.t('form.showMore', params)}
    </Button>
  );
  return { items: all.slice(0, limit.value), more };
}
