import type { ComponentChildren, TargetedPointerEvent } from 'preact';
import { useState } from 'preact/hooks';
import { TreeTools } from './TreeRow';
import type { ValueLine } from './tree-lines';
import type { TreeTool } from './tree-menu';
import type { TreeModel } from './use-tree';

interface HoverToolsProps {
  readonly tree: TreeModel;
  readonly toolsOf: (line: ValueLine) => readonly TreeTool[];
  readonly children: ComponentChildren;
}

/**
 * The icons of the line below the pointer. The focused line has its own.
 * One element over the tree: rendering them in each of thousands of lines would make moving over them slow.
 */
export function HoverTools({ tree, toolsOf, children }: HoverToolsProps) {
  const [hovered, setHovered] = useState<{ readonly key: string; readonly top: number } | null>(null);
  const onPointerOver = ({ target, currentTarget }: TargetedPointerEvent<HTMLElement>) => {
    const line = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null;
    const key = line?.dataset.key;
    if (!line || key === undefined || key === hovered?.key) return;
    setHovered({ key, top: line.getBoundingClientRect().top - currentTarget.getBoundingClientRect().top });
  };
  const line = hovered && tree.lines.find(({ key }) => key === hovered.key);
  const isShown = line?.type === 'value' && line.key !== tree.focused;
  return (
    <div class="tree-place" onPointerOver={onPointerOver} onPointerLeave={() => setHovered(null)}>
      {children}
      {isShown && (
        <div class="hover-tools" style={{ top: `${hovered?.top}px` }}>
          <TreeTools tools={toolsOf(line)} />
        </div>
      )}
    </div>
  );
}
