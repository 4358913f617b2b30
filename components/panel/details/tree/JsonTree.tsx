import type { TargetedMouseEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatTimestamp } from '#components/i18n/format.ts';
import { Menu, type MenuItem } from '#components/kit/Menu.tsx';
import { isEpochField } from '#core/drafts/epoch-fields';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import { HoverTools } from './HoverTools';
import { MoreRow, TreeRow } from './TreeRow';
import { lineAt, treeClick, treeKeyDown } from './tree-keys';
import type { TreeLine, ValueLine } from './tree-lines';
import type { TreeTool } from './tree-menu';
import type { TreeModel } from './use-tree';

interface JsonTreeProps {
  readonly tree: TreeModel;
  readonly record: JudgedRecord;
  /** Text that is looked for, to be marked. */
  readonly found: string;
  /** What can be done with one value by a click beside it. */
  readonly toolsOf: (line: ValueLine) => readonly TreeTool[];
  /** What can be done with one value. */
  readonly menuOf: (line: ValueLine) => readonly (readonly MenuItem[])[];
}

/** A JSON tree that is walked with the arrow keys. */
export function JsonTree({ tree, record, found, toolsOf, menuOf }: JsonTreeProps) {
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const line = element.current?.querySelector<HTMLElement>('[data-focused="true"]');
    // A scroll between pointer down and up would click another element.
    if (!line || line.contains(document.activeElement)) return;
    if (tree.grab) line.focus({ preventScroll: true });
    line.scrollIntoView({ block: 'nearest' });
  }, [tree.focused, tree.grab]);
  return (
    <HoverTools tree={tree} toolsOf={toolsOf}>
      <div
        class="tree"
        role="tree"
        aria-label={i18n.t('detail.event')}
        ref={element}
        onKeyDown={(event) => treeKeyDown(event, tree)}
        onClick={(event) => treeClick(event, tree)}
        onContextMenu={(event) => {
          const line = lineAt(event.target, tree);
          if (line?.type !== 'value') return;
          event.preventDefault();
          tree.focus(line.key, false);
          setMenu({ line, at: placeOf(event) });
        }}
      >
        {tree.lines.map((line) => (
          <Line key={line.key} line={line} tree={tree} record={record} found={found} toolsOf={toolsOf} />
        ))}
      </div>
      {menu && <Menu name={menu.line.name} groups={menuOf(menu.line)} at={menu.at} onClose={() => setMenu(null)} />}
    </HoverTools>
  );
}

interface OpenMenu {
  readonly line: ValueLine;
  readonly at: { readonly x: number; readonly y: number };
}

/** Where a menu opens: at the pointer, or below the line where it was asked for by a key. */
function placeOf(event: TargetedMouseEvent<HTMLElement>): OpenMenu['at'] {
  if (event.clientX !== 0 || event.clientY !== 0) return { x: event.clientX, y: event.clientY };
  const { left, bottom } = (event.target as Element).getBoundingClientRect();
  return { x: left + 24, y: bottom };
}

function Line({ line, tree, record, found, toolsOf }: Omit<JsonTreeProps, 'menuOf'> & { readonly line: TreeLine }) {
  const focused = line.key === tree.focused;
  const onFocus = () => tree.focus(line.key, true);
  if (line.type === 'more') {
    return <MoreRow line={line} focused={focused} onFocus={onFocus} />;
  }
  return (
    <TreeRow
      line={line}
      time={isTimestamp(line, record) ? formatTimestamp(line.value) : null}
      section={line.depth === 0 ? sectionNote(line.name, record) : null}
      focused={focused}
      found={found.trim().toLowerCase()}
      onFocus={onFocus}
      toolsOf={toolsOf}
    />
  );
}

function isTimestamp(line: ValueLine, { kind }: JudgedRecord): line is ValueLine & { readonly value: number } {
  return typeof line.value === 'number' && isEpochField(kind, line.path);
}

/** What a part of the tree is: the call with its arguments, the event that the SDK made of it. */
function sectionNote(name: string, record: JudgedRecord): string {
  if (name === 'call') return `${record.sdk ? `${record.sdk.global}.` : ''}${record.call?.method ?? record.name}(…)`;
  return i18n.t('detail.wireFormat');
}
