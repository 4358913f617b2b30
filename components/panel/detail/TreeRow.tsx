import { useState } from 'preact/hooks';
import type { Json } from '../../../lib/json';
import { pathText } from '../../../lib/json';
import { countText } from '../../../lib/panel/figures';
import { branchSummary, type MoreLine, type ValueLine } from '../../../lib/panel/tree-lines';
import { Tool } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { State } from '../../ui/State';

interface TreeRowProps {
  readonly line: ValueLine;
  /** What this part of the tree is; only for the topmost lines. */
  readonly section: string | null;
  readonly focused: boolean;
  /** Text to be marked, in lower case. */
  readonly found: string;
  readonly onFocus: () => void;
  readonly onCopy: (text: string, what: string) => void;
}

/** One line of a JSON tree: name, value or what it holds, and what is said about it. */
export function TreeRow({ line, section, focused, found, onFocus, onCopy }: TreeRowProps) {
  const { value, open, remarks } = line;
  const wrong = remarks.some((remark) => remark.tone === 'bad');
  const marked = found !== '' && `${line.name} ${typeof value === 'object' ? '' : value}`.toLowerCase().includes(found);
  const classes = ['line', wrong ? 'at' : '', remarks.length > 0 && !wrong ? 'said' : '', marked ? 'found' : ''];
  return (
    <div
      class={classes.filter(Boolean).join(' ')}
      role="treeitem"
      aria-level={line.depth + 1}
      aria-posinset={line.position}
      aria-setsize={line.siblings}
      aria-expanded={open ?? undefined}
      aria-selected={focused}
      tabIndex={focused ? 0 : -1}
      data-key={line.key}
      data-focused={focused}
      style={{ '--d': line.depth }}
      onFocus={onFocus}
    >
      <span class="twist">{open !== null && <Icon name={open ? 'down' : 'right'} size={13} />}</span>
      <span class="pair">
        {section ? <b>{line.name}</b> : <span class="k">{line.name}</span>}: {section && <i>{section} </i>}
        {open === null ? <Leaf value={value} /> : <span class="muted">{branchSummary(value)}</span>}
      </span>
      {remarks.map(({ tone, text }) => (
        <span class="remark" key={text}>
          <State icon={tone === 'bad' ? 'invalid' : 'notice'} tone={tone}>
            {text}
          </State>
        </span>
      ))}
      {focused && <CopyButtons line={line} onCopy={onCopy} />}
    </div>
  );
}

function CopyButtons({ line, onCopy }: Pick<TreeRowProps, 'line' | 'onCopy'>) {
  const text = typeof line.value === 'string' ? line.value : JSON.stringify(line.value, null, 2);
  const path = pathText(line.path.slice(1));
  return (
    <span class="copying">
      <Tool icon="copy" name="Copy value" small onClick={() => onCopy(text, `the value of ${line.name}`)} />
      {path !== '' && <Tool icon="steps" name="Copy path" small onClick={() => onCopy(path, `the path ${path}`)} />}
    </span>
  );
}

/** Longer strings are shown whole only when asked for. */
const LONGEST = 600;

function Leaf({ value }: { readonly value: Json }) {
  const [whole, setWhole] = useState(false);
  if (typeof value !== 'string') return <span class={lookOf(value)}>{leafText(value)}</span>;
  const short = !whole && value.length > LONGEST;
  return (
    <>
      <span class="s">{JSON.stringify(short ? value.slice(0, LONGEST) : value)}</span>
      {short && (
        <button type="button" class="button text" onClick={() => setWhole(true)}>
          Show all {countText(value.length)} characters
        </button>
      )}
    </>
  );
}

function lookOf(value: Json): string {
  if (typeof value === 'number') return 'n';
  return typeof value === 'object' && value !== null ? 'muted' : 'a';
}

function leafText(value: Json): string {
  return typeof value === 'object' && value !== null ? branchSummary(value) : String(value);
}

interface MoreRowProps {
  readonly line: MoreLine;
  readonly focused: boolean;
  readonly onFocus: () => void;
}

/** Stands for children that are not shown yet, and shows more of them. */
export function MoreRow({ line, focused, onFocus }: MoreRowProps) {
  return (
    <div
      class="line more"
      role="treeitem"
      aria-level={line.depth + 1}
      aria-posinset={line.position}
      aria-setsize={line.siblings}
      aria-selected={focused}
      tabIndex={focused ? 0 : -1}
      data-key={line.key}
      data-focused={focused}
      style={{ '--d': line.depth }}
      onFocus={onFocus}
    >
      <span class="twist" />
      <span class="accent">Show more, {countText(line.hidden)} left</span>
    </div>
  );
}
