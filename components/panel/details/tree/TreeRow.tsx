import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import { ToolButton } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import type { IconName } from '#components/kit/icon-paths.ts';
import type { MenuItem } from '#components/kit/Menu.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { branchSummary } from '#components/panel/app/branch-summary.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { addFieldColumn, removeFieldColumn } from '#components/panel/event-list/columns/column-switches.ts';
import { fieldColumnId, fieldPathOfLine } from '#components/panel/event-list/columns/field-columns.ts';
import { hasField, listSetting } from '#components/panel/event-list/columns/list-settings.ts';
import type { FilterModel } from '#components/panel/filter/filter.ts';
import { formatPath, type Json, type JsonPath } from '#core/json/json';
import { toValueTerm, type ValueTerm } from '#core/query/value-term';
import { truncate } from '#core/telemetry/wording';
import { i18n } from '#i18n';
import type { MoreLine, ValueLine } from './tree-lines';
import { matchesText } from './use-tree-search';

interface TreeRowProps {
  readonly line: ValueLine;
  /** Note beside the heading of a section; null for all lines within a section. */
  readonly sectionNote: string | null;
  /** The date and time of an epoch value. */
  readonly time: string | null;
  readonly isFocused: boolean;
  /** Text to highlight, in lower case. */
  readonly searchText: string;
  readonly onFocus: () => void;
  readonly toolsOf: (line: ValueLine) => readonly TreeTool[];
}

/** A row of a JSON tree: name, value or size, and messages. */
export function TreeRow({ line, sectionNote, time, isFocused, searchText, onFocus, toolsOf }: TreeRowProps) {
  const { value, isExpanded, messages } = line;
  const hasError = messages.some((message) => message.tone === 'error');
  const isMatch = searchText !== '' && matchesText(line.name, value, searchText);
  const classes = ['line', hasError ? 'at' : '', isMatch ? 'found' : ''];
  return (
    <TreeLine
      class={classes.filter(Boolean).join(' ')}
      line={line}
      isExpanded={isExpanded}
      isFocused={isFocused}
      onFocus={onFocus}
    >
      <span class="twist">{isExpanded !== null && <Icon name={isExpanded ? 'down' : 'right'} size={13} />}</span>
      <span class="pair">
        {sectionNote ? <b>{line.name}</b> : <bdi class="k">{line.name}</bdi>}: {sectionNote && <i>{sectionNote} </i>}
        {isExpanded === null ? <Leaf value={value} /> : <span class="muted">{branchSummary(value)}</span>}
      </span>
      {time && <small class="muted epoch-time">{time}</small>}
      {messages.map(({ tone, text }) => (
        <span class="message" key={text}>
          <StatusLabel icon={tone === 'error' ? 'invalid' : 'notice'} tone={tone}>
            {text}
          </StatusLabel>
        </span>
      ))}
      {isFocused && <TreeTools tools={toolsOf(line)} />}
    </TreeLine>
  );
}

interface TreeLineProps {
  readonly line: ValueLine | MoreLine;
  readonly class: string;
  /** Null for a line that cannot be expanded. */
  readonly isExpanded: boolean | null;
  readonly isFocused: boolean;
  readonly onFocus: () => void;
  readonly children: ComponentChildren;
}

/** Any line of a tree, with its ARIA position. The focused line is the only tab stop. */
function TreeLine({ line, class: className, isExpanded, isFocused, onFocus, children }: TreeLineProps) {
  return (
    <div
      class={className}
      role="treeitem"
      aria-level={line.depth + 1}
      aria-posinset={line.position}
      aria-setsize={line.setSize}
      aria-expanded={isExpanded ?? undefined}
      aria-selected={isFocused}
      tabIndex={isFocused ? 0 : -1}
      data-key={line.key}
      data-focused={isFocused}
      style={{ '--d': line.depth }}
      onFocusIn={onFocus}
    >
      {children}
    </div>
  );
}

export function TreeTools({ tools }: { readonly tools: readonly TreeTool[] }) {
  return (
    <span class="tree-tools">
      {tools.map(({ icon, item }) => (
        <ToolButton key={item.id} icon={icon} name={item.label} small onClick={item.onSelect} />
      ))}
    </span>
  );
}

/** Long strings are rendered in steps, because a line of a million characters would block the panel for seconds. */
const FIRST_STRING_CHARS = 600;
const MORE_STRING_CHARS = 20_000;

function Leaf({ value }: { readonly value: Json }) {
  const [visibleChars, setVisibleChars] = useState(FIRST_STRING_CHARS);
  if (typeof value !== 'string') return <span class={syntaxClass(value)}>{leafText(value)}</span>;
  const remaining = value.length - visibleChars;
  return (
    <>
      <bdi class="s">{JSON.stringify(remaining > 0 ? truncate(value, visibleChars).slice(0, -1) : value)}</bdi>
      {remaining > 0 && (
        <button type="button" class="button text" onClick={() => setVisibleChars(visibleChars + MORE_STRING_CHARS)}>
          {remaining <= MORE_STRING_CHARS
            ? i18n.t('tree.showAll', { n: formatNumber(value.length) })
            : i18n.t('tree.showMore', { n: formatNumber(MORE_STRING_CHARS), left: formatNumber(remaining) })}
        </button>
      )}
    </>
  );
}

function syntaxClass(value: Json): string {
  if (typeof value === 'number') return 'n';
  return typeof value === 'object' && value !== null ? 'muted' : 'a';
}

function leafText(value: Json): string {
  return typeof value === 'object' && value !== null ? branchSummary(value) : String(value);
}

interface MoreRowProps {
  readonly line: MoreLine;
  readonly isFocused: boolean;
  readonly onFocus: () => void;
}

/** Placeholder for children that are not rendered, with a button that renders more. */
export function MoreRow({ line, isFocused, onFocus }: MoreRowProps) {
  return (
    <TreeLine class="line more" line={line} isExpanded={null} isFocused={isFocused} onFocus={onFocus}>
      <span class="twist" />
      <span class="info">
        {i18n.t(line.side === 'before' ? 'detail.showBefore' : 'detail.showMore', {
          n: formatNumber(line.hiddenCount),
        })}
      </span>
    </TreeLine>
  );
}

interface TreeToolDeps {
  readonly filter: FilterModel;
  readonly onCopy: (text: string, what: () => string) => void;
}

interface TreeMenuDeps extends TreeToolDeps {
  readonly stores: Stores;
}

/** Returns the menu items of a value, in groups. */
export function treeMenu(line: ValueLine, { filter, onCopy, stores }: TreeMenuDeps): readonly (readonly MenuItem[])[] {
  return [copyItems(line, onCopy), [...filterItems(line, filter), ...columnItems(line, stores)]];
}

/** An action as an icon beside a value. */
export interface TreeTool {
  readonly icon: IconName;
  readonly item: MenuItem;
}

/** Returns the tools of a value, if they apply: filter by the value, copy it, copy its path. */
export function treeTools(line: ValueLine, { filter, onCopy }: TreeToolDeps): readonly TreeTool[] {
  const [filterBy] = filterItems(line, filter);
  const [value, path] = copyItems(line, onCopy);
  const tools = [
    { icon: 'funnel', item: filterBy },
    { icon: 'copy', item: value },
    { icon: 'steps', item: path },
  ] as const;
  return tools.flatMap(({ icon, item }) => (item ? [{ icon, item }] : []));
}

/** Returns menu items that copy the value as text, and its path. */
function copyItems(line: ValueLine, onCopy: TreeToolDeps['onCopy']): readonly MenuItem[] {
  // The value is serialized only on demand, because it may have megabytes.
  const text = () => (typeof line.value === 'string' ? line.value : JSON.stringify(line.value, null, 2));
  const path = formatPath(line.path.slice(1));
  const value: MenuItem = {
    id: 'copy-value',
    label: i18n.t('detail.copyValue'),
    onSelect: () => onCopy(text(), () => i18n.t('detail.copyTarget.value', { name: line.name })),
  };
  if (path === '') return [value];
  const onSelect = () => onCopy(path, () => i18n.t('detail.copyTarget.path', { path }));
  return [value, { id: 'copy-path', label: i18n.t('detail.copyPath'), onSelect }];
}

function filterItems({ path, value }: ValueLine, filter: FilterModel): readonly MenuItem[] {
  const eventPath = pathInEvent(path);
  const valueTerm: ValueTerm | null = eventPath && toValueTerm(eventPath, value);
  if (valueTerm === null) return [];
  const { key, term } = valueTerm;
  return [
    { id: 'filter-by', label: i18n.t('detail.filterBy'), onSelect: () => filter.setToken(term, key) },
    { id: 'exclude', label: i18n.t('detail.exclude'), onSelect: () => filter.setToken(`-${term}`) },
  ];
}

/** Returns the menu item that shows the field as a column of the list, or removes the column. */
function columnItems({ path }: ValueLine, stores: Stores): readonly MenuItem[] {
  const field = fieldPathOfLine(path);
  if (field === null) return [];
  const isShown = hasField(stores.get(listSetting).value, field);
  if (isShown) {
    const onSelect = () => removeFieldColumn(stores, fieldColumnId(field));
    return [{ id: 'remove-column', label: i18n.t('detail.removeColumn'), onSelect }];
  }
  return [{ id: 'show-column', label: i18n.t('detail.showColumn'), onSelect: () => addFieldColumn(stores, field) }];
}

/**
 * Returns the path in the event, by which the filter finds the value.
 * The argument `data` of a call is the event's `edata`. Returns `null` for other arguments, which the filter cannot
 * find.
 */
function pathInEvent([section, ...path]: JsonPath): JsonPath | null {
  if (section === 'event') return path;
  return path[0] === 'data' ? path : null;
}
