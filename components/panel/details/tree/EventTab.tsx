import type { ComponentChildren, TargetedMouseEvent, TargetedPointerEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatTimestamp } from '#components/i18n/format.ts';
import { Button } from '#components/kit/Button.tsx';
import { FieldBox } from '#components/kit/forms/FieldBox.tsx';
import { useLazyPart } from '#components/kit/lazy.tsx';
import { Menu, type MenuItem } from '#components/kit/Menu.tsx';
import type { DetailTabEntry } from '#components/panel/app/detail-tabs.ts';
import { useStore, useStores } from '#components/panel/app/stores.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { listHiding } from '#components/panel/event-list/list-undo.ts';
import { rowActions } from '#components/panel/event-list/row-actions.ts';
import { rowMenuStore } from '#components/panel/event-list/row-menu.ts';
import { isEpochField } from '#core/drafts/epoch-fields';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import { detailsViewStore } from '../details-view';
import { useEventTree } from './event-tree';
import { MoreRow, TreeRow, type TreeTool, TreeTools, treeMenu, treeTools } from './TreeRow';
import { handleTreeClick, handleTreeKeyDown, lineAt } from './tree-keys';
import type { TreeLine, ValueLine } from './tree-lines';
import { type TreeModel, useTree } from './use-tree';
import { useTreeSearch } from './use-tree-search';

/** The captured event as a tree: the call's arguments by name, and the event as the SDK emitted it. */
function EventTab({ record }: { readonly record: JudgedRecord }) {
  const stores = useStores();
  const { commands } = stores.app;
  const rowMenu = useStore(rowMenuStore);
  useLazyPart(rowMenu.laterParts, true);
  const { filter, get, selection, fullRecords } = useEventList();
  const view = useStore(detailsViewStore);
  const eventTree = useEventTree(record);
  const tree = useTree(eventTree, selection.shownPath.value);
  const search = useTreeSearch(eventTree.root, view.search, tree.reveal);
  return (
    <>
      <div class="find-line">
        <FieldBox
          name={i18n.t('detail.search')}
          className="grow"
          value={search.text}
          onInput={search.setText}
          onKeyDown={search.onKeyDown}
        />
        {search.label && (
          <span class="muted tabular" role="status">
            {search.label}
          </span>
        )}
        {eventTree.messages.size > 0 && (
          <Button appearance="text" onClick={tree.revealMessages}>
            {i18n.t('detail.expand')}
          </Button>
        )}
      </div>
      <JsonTree
        tree={tree}
        record={record}
        searchText={search.text}
        toolsOf={(line) => treeTools(line, { filter, onCopy: commands.copy })}
        menuOf={(line) => [
          ...treeMenu(line, { filter, onCopy: commands.copy, stores }),
          ...rowActions([record], {
            filter,
            commands,
            rowMenu,
            hiding: get(listHiding),
            fullRecords,
          }),
        ]}
      />
    </>
  );
}

/** The Event tab, registered in the details. */
export const eventTab: DetailTabEntry = {
  id: 'event',
  label: () => i18n.t('detail.event'),
  View: EventTab,
  staysScrolled: true,
};

interface JsonTreeProps {
  readonly tree: TreeModel;
  readonly record: JudgedRecord;
  /** Text to highlight. */
  readonly searchText: string;
  /** Actions as icons beside a value. */
  readonly toolsOf: (line: ValueLine) => readonly TreeTool[];
  /** Actions of a value in its menu. */
  readonly menuOf: (line: ValueLine) => readonly (readonly MenuItem[])[];
}

/** A JSON tree with arrow-key navigation. */
function JsonTree({ tree, record, searchText, toolsOf, menuOf }: JsonTreeProps) {
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const line = element.current?.querySelector<HTMLElement>('[data-focused="true"]');
    // Scrolling between pointerdown and pointerup would click another element.
    if (!line || line.contains(document.activeElement)) return;
    if (tree.takesFocus) line.focus({ preventScroll: true });
    line.scrollIntoView({ block: 'nearest' });
  }, [tree.focusedKey, tree.takesFocus]);
  return (
    <HoverTools tree={tree} toolsOf={toolsOf}>
      <div
        class="tree"
        role="tree"
        aria-label={i18n.t('detail.event')}
        ref={element}
        onKeyDown={(event) => handleTreeKeyDown(event, tree)}
        onClick={(event) => handleTreeClick(event, tree)}
        onContextMenu={(event) => {
          const line = lineAt(event.target, tree);
          if (line?.type !== 'value') return;
          event.preventDefault();
          tree.focus(line.key, false);
          setMenu({ line, position: menuPosition(event) });
        }}
      >
        {tree.lines.map((line) => (
          <Line key={line.key} line={line} tree={tree} record={record} searchText={searchText} toolsOf={toolsOf} />
        ))}
      </div>
      {menu && (
        <Menu name={menu.line.name} groups={menuOf(menu.line)} position={menu.position} onClose={() => setMenu(null)} />
      )}
    </HoverTools>
  );
}

interface OpenMenu {
  readonly line: ValueLine;
  readonly position: { readonly x: number; readonly y: number };
}

/** Returns the position of a menu: at the pointer, or below the line if a key opened it. */
function menuPosition(event: TargetedMouseEvent<HTMLElement>): OpenMenu['position'] {
  if (event.clientX !== 0 || event.clientY !== 0) return { x: event.clientX, y: event.clientY };
  const { left, bottom } = (event.target as Element).getBoundingClientRect();
  return { x: left + 24, y: bottom };
}

function Line({
  line,
  tree,
  record,
  searchText,
  toolsOf,
}: Omit<JsonTreeProps, 'menuOf'> & { readonly line: TreeLine }) {
  const isFocused = line.key === tree.focusedKey;
  const onFocus = () => tree.focus(line.key, true);
  if (line.type === 'more') {
    return <MoreRow line={line} isFocused={isFocused} onFocus={onFocus} />;
  }
  return (
    <TreeRow
      line={line}
      time={isTimestamp(line, record) ? formatTimestamp(line.value) : null}
      sectionNote={line.depth === 0 ? sectionNote(line.name, record) : null}
      isFocused={isFocused}
      searchText={searchText.trim().toLowerCase()}
      onFocus={onFocus}
      toolsOf={toolsOf}
    />
  );
}

function isTimestamp(line: ValueLine, { kind }: JudgedRecord): line is ValueLine & { readonly value: number } {
  return typeof line.value === 'number' && isEpochField(kind, line.path);
}

/** Returns the note beside the heading of a section: the called method, or the format of the event. */
function sectionNote(name: string, record: JudgedRecord): string {
  if (name === 'call') return `${record.sdk ? `${record.sdk.global}.` : ''}${record.call?.method ?? record.name}(…)`;
  return i18n.t('detail.wireFormat');
}

interface HoverToolsProps {
  readonly tree: TreeModel;
  readonly toolsOf: (line: ValueLine) => readonly TreeTool[];
  readonly children: ComponentChildren;
}

/**
 * The icons of the hovered line. The focused line renders its own icons.
 * One element over the tree has the icons, because icons in thousands of lines would make moving the pointer slow.
 */
function HoverTools({ tree, toolsOf, children }: HoverToolsProps) {
  const [hoveredLine, setHoveredLine] = useState<{ readonly key: string; readonly top: number } | null>(null);
  const onPointerOver = ({ target, currentTarget }: TargetedPointerEvent<HTMLElement>) => {
    const line = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null;
    const key = line?.dataset.key;
    if (!line || key === undefined || key === hoveredLine?.key) return;
    setHoveredLine({ key, top: line.getBoundingClientRect().top - currentTarget.getBoundingClientRect().top });
  };
  const line = hoveredLine && tree.lines.find(({ key }) => key === hoveredLine.key);
  const isShown = line?.type === 'value' && line.key !== tree.focusedKey;
  return (
    <div class="tree-area" onPointerOver={onPointerOver} onPointerLeave={() => setHoveredLine(null)}>
      {children}
      {isShown && (
        <div class="hover-tools" style={{ top: `${hoveredLine?.top}px` }}>
          <TreeTools tools={toolsOf(line)} />
        </div>
      )}
    </div>
  );
}
