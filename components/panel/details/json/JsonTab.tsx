import { useMemo, useState } from 'preact/hooks';
import { formatBytes } from '#components/i18n/format.ts';
import { Button, ToolButton } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { Segments } from '#components/kit/Segments.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { useRovingButtons } from '#components/kit/use-roving.ts';
import type { DetailTabEntry } from '#components/panel/app/detail-tabs.ts';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { recordValue } from '#core/formats/record-json';
import { formatPath, isJsonArray, type Json, type JsonPath } from '#core/json/json';
import { formatJson } from '#core/quoting/json-text';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import { detailsViewStore } from '../details-view';
import { type NodeMessage, treeKey, useEventTree } from '../tree/event-tree';
import { JsonText } from '../tree/JsonSnippet';
import './json-tab.css';

/** A line of formatted JSON. */
interface JsonRow {
  /** Key of the value that starts in this line; `null` in a closing line. */
  readonly key: string | null;
  readonly path: JsonPath;
  readonly depth: number;
  readonly text: string;
  /** Whether the value that starts in this line is folded; `null` if it cannot be folded. */
  readonly fold: 'open' | 'folded' | null;
}

/**
 * Maximum length of a rendered string.
 * The layout of a line of a million characters blocks the panel for seconds.
 */
export const MAX_ROW_CHARS = 4_000;

/** Yields the lines of a value as formatted JSON; a folded value is one line. */
export function* jsonRows(value: Json, foldedKeys: ReadonlySet<string>): Generator<JsonRow> {
  yield* rowsOf({ value, path: [], before: '', after: '' }, foldedKeys);
}

interface PlacedValue {
  readonly value: Json;
  readonly path: JsonPath;
  /** Text of the line before and after the value. */
  readonly before: string;
  readonly after: string;
}

function* rowsOf({ value, path, before, after }: PlacedValue, foldedKeys: ReadonlySet<string>): Generator<JsonRow> {
  const row = { key: treeKey(path), path, depth: path.length };
  const children = childValues(value, path);
  if (children.length === 0) {
    yield { ...row, text: `${before}${truncateText(formatJson(value))}${after}`, fold: null };
    return;
  }
  const [openBracket, closeBracket] = isJsonArray(value) ? ['[', ']'] : ['{', '}'];
  if (foldedKeys.has(row.key)) {
    yield { ...row, text: `${before}${openBracket}…${closeBracket}${after}`, fold: 'folded' };
    return;
  }
  yield { ...row, text: `${before}${openBracket}`, fold: 'open' };
  for (const child of children) yield* rowsOf(child, foldedKeys);
  yield { ...row, key: null, text: `${closeBracket}${after}`, fold: null };
}

function childValues(value: Json, path: JsonPath): readonly PlacedValue[] {
  const after = (index: number, count: number) => (index < count - 1 ? ',' : '');
  if (isJsonArray(value)) {
    return value.map((child, index) => ({
      value: child,
      path: [...path, index],
      before: '',
      after: after(index, value.length),
    }));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([key, child], index, { length }) => ({
    value: child,
    path: [...path, key],
    before: `${formatJson(key)}: `,
    after: after(index, length),
  }));
}

function truncateText(text: string): string {
  return text.length > MAX_ROW_CHARS ? `${text.slice(0, MAX_ROW_CHARS)}…` : text;
}

/** Returns the keys of all foldable values below the top level. */
export function foldableKeys(value: Json): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { key, path, fold } of jsonRows(value, new Set())) if (fold && key && path.length > 0) keys.add(key);
  return keys;
}

/** The event as JSON text: formatted with foldable parts, or raw in one line. Both can be copied. */
function JsonTab({ record }: { readonly record: JudgedRecord }) {
  const { commands } = useApp();
  const { jsonLayout, foldedJson } = useStore(detailsViewStore);
  const value = useMemo(() => recordValue(record), [record]);
  const isFormatted = jsonLayout.value === 'formatted';
  const hasFolded = foldedJson.value.size > 0;
  return (
    <>
      <div class="find-line">
        <Segments
          name={i18n.t('json.layout')}
          options={[
            { value: 'formatted', label: i18n.t('json.formatted'), icon: 'steps' },
            { value: 'raw', label: i18n.t('json.raw'), icon: 'rows' },
          ]}
          value={jsonLayout.value}
          onSelect={(layout) => {
            jsonLayout.value = layout;
          }}
        />
        <span class="grow" />
        {isFormatted && (
          <Button
            appearance="text"
            onClick={() => {
              foldedJson.value = hasFolded ? new Set() : foldableKeys(value);
            }}
          >
            {i18n.t(hasFolded ? 'json.unfoldAll' : 'json.foldAll')}
          </Button>
        )}
        <ToolButton
          icon="copy"
          name={i18n.t('json.copy')}
          onClick={() => commands.copy(formatJson(value, isFormatted ? 2 : 0), () => i18n.t('detail.asJson'))}
        />
      </div>
      {isFormatted ? <FormattedJson record={record} value={value} /> : <RawJson value={value} />}
    </>
  );
}

/** Lines shown at first, and added by “Show more”. */
const ROWS_PAGE_SIZE = 1_000;

function FormattedJson({ record, value }: { readonly record: JudgedRecord; readonly value: Json }) {
  const { foldedJson } = useStore(detailsViewStore);
  const [limit, setLimit] = useState(ROWS_PAGE_SIZE);
  const foldedKeys = foldedJson.value;
  const { rows, hasMore } = useMemo(() => firstRows(value, foldedKeys, limit), [value, foldedKeys, limit]);
  const { messages } = useEventTree(record);
  const messagesOf = (row: JsonRow) =>
    record.event && row.key !== null ? (messages.get(treeKey(['event', ...row.path])) ?? []) : [];
  const rovingProps = useRovingButtons();
  const toggle = (key: string) => {
    const next = new Set(foldedKeys);
    if (!next.delete(key)) next.add(key);
    foldedJson.value = next;
  };
  return (
    <>
      <div class="json" {...rovingProps}>
        {rows.map((row) => (
          <Row key={row.key ?? `end ${treeKey(row.path)}`} row={row} messages={messagesOf(row)} onToggle={toggle} />
        ))}
      </div>
      {hasMore && (
        <Button appearance="text" icon="down" onClick={() => setLimit(limit + ROWS_PAGE_SIZE)}>
          {i18n.t('json.showMore')}
        </Button>
      )}
    </>
  );
}

function firstRows(value: Json, foldedKeys: ReadonlySet<string>, limit: number) {
  const rows: JsonRow[] = [];
  for (const row of jsonRows(value, foldedKeys)) {
    if (rows.length === limit) return { rows, hasMore: true };
    rows.push(row);
  }
  return { rows, hasMore: false };
}

interface RowProps {
  readonly row: JsonRow;
  readonly messages: readonly NodeMessage[];
  readonly onToggle: (key: string) => void;
}

function Row({ row: { key, path, depth, text, fold }, messages, onToggle }: RowProps) {
  const hasError = messages.some(({ tone }) => tone === 'error');
  return (
    <div class={hasError ? 'json-row at' : 'json-row'} style={{ '--d': depth }}>
      {key !== null && fold !== null && (
        <button
          type="button"
          class="twist"
          aria-expanded={fold === 'open'}
          aria-label={i18n.t('json.linesOf', { path: formatPath(path) || i18n.t('detail.wholeEvent') })}
          onClick={() => onToggle(key)}
        >
          <Icon name={fold === 'open' ? 'down' : 'right'} size={13} />
        </button>
      )}
      <code>
        <JsonText text={text} />
      </code>
      {messages.map((message) => (
        <StatusLabel key={message.text} icon={message.tone === 'error' ? 'invalid' : 'notice'} tone={message.tone}>
          {message.text}
        </StatusLabel>
      ))}
    </div>
  );
}

const FIRST_CHARS = 4_000;
const MORE_CHARS = 50_000;

function RawJson({ value }: { readonly value: Json }) {
  const text = useMemo(() => formatJson(value), [value]);
  const [visibleChars, setVisibleChars] = useState(FIRST_CHARS);
  return (
    <>
      <pre class="json raw">
        <code>{text.slice(0, visibleChars)}</code>
      </pre>
      {text.length > visibleChars && (
        <Button appearance="text" icon="down" onClick={() => setVisibleChars(visibleChars + MORE_CHARS)}>
          {i18n.t('common.showMoreOf', { size: formatBytes(text.length) })}
        </Button>
      )}
    </>
  );
}

declare module '#components/panel/app/detail-tabs.ts' {
  interface DetailTabNames {
    readonly json: true;
  }
}

/** The JSON tab, registered in the details. */
export const jsonTab: DetailTabEntry = {
  id: 'json',
  label: () => i18n.t('json.title'),
  View: JsonTab,
  staysScrolled: true,
};
