import { EmptyState } from '#components/kit/EmptyState.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { branchSummary } from '#components/panel/app/branch-summary.ts';
import type { DetailTabEntry } from '#components/panel/app/detail-tabs.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { ReloadPage, useIsCallMissed } from '#components/panel/event-list/ReloadPage.tsx';
import { RowLink } from '#components/panel/event-list/RowLink.tsx';
import { calledParts } from '#core/journey/changes';
import type { Change } from '#core/journey/record';
import { formatPath, type Json, type JsonPath, valueAt } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import { JsonSnippet } from '../tree/JsonSnippet';

/** The called and the sent values: differences first, then equal values. */
function ChangesTab({ record }: { readonly record: JudgedRecord }) {
  const rows = compareRows(record);
  const [calledLabel, intro] = record.call
    ? (['change.called', 'change.introCall'] as const)
    : (['change.emitted', 'change.introEmitted'] as const);
  if (rows.length === 0) return <NothingToCompare record={record} />;
  return (
    <>
      <p class="lead">{i18n.t(intro)}</p>
      <table class="diff">
        <thead>
          <tr>
            <th scope="col">{i18n.t('change.path')}</th>
            <th scope="col">{i18n.t(calledLabel)}</th>
            <th scope="col">{i18n.t(record.requests.length > 0 ? 'change.sent' : 'change.emitted')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row key={String(index)} row={row} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function NothingToCompare({ record }: { readonly record: JudgedRecord }) {
  const isCallMissed = useIsCallMissed(record);
  if (record.event === null) {
    return (
      <EmptyState icon="changed" title={i18n.t('change.nothingSent.title')}>
        {i18n.t('change.nothingSent.text')}
      </EmptyState>
    );
  }
  if (record.call !== null) {
    return (
      <EmptyState icon="valid" title={i18n.t('change.noArguments.title')}>
        {i18n.t('change.noArguments.text')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="changed"
      title={i18n.t('change.callNotSeen.title')}
      actions={isCallMissed ? <ReloadPage /> : null}
    >
      {i18n.t('change.callNotSeen.text')}
    </EmptyState>
  );
}

function Row({ row }: { readonly row: ComparedRow }) {
  const list = useEventList();
  const { path, called, sent, label, fromRow } = row;
  const isEqual = label === null;
  return (
    <tr class={isEqual ? 'same' : 'differs'}>
      <th scope="row">
        <code>{formatPath(path) || i18n.t('detail.wholeEvent')}</code>
        {!isEqual && (
          <StatusLabel icon="changed" tone="warning">
            {label}
          </StatusLabel>
        )}
      </th>
      <td>
        <Value value={called} isShort={isEqual} />
      </td>
      <td>
        <Value value={sent} isShort={isEqual} />
        {fromRow !== null && <RowLink list={list} row={fromRow} label={(n) => i18n.t('change.fromRow', { n })} />}
      </td>
    </tr>
  );
}

function Value({ value, isShort }: { readonly value: Json | undefined; readonly isShort: boolean }) {
  if (value === undefined) return <span class="muted">{i18n.t('change.absent')}</span>;
  if (isShort && typeof value === 'object' && value !== null) return <span class="muted">{branchSummary(value)}</span>;
  return <JsonSnippet value={value} />;
}

/** The Changes tab, registered in the details. */
export const changesTab: DetailTabEntry = {
  id: 'changes',
  label: () => i18n.t('detail.changes'),
  View: ChangesTab,
  count: ({ changes }) => changes.length,
};

/** One row of the comparison of called and sent values. */
interface ComparedRow {
  readonly path: JsonPath;
  /** Undefined if the value was absent. */
  readonly called: Json | undefined;
  readonly sent: Json | undefined;
  /** A short label for how the value changed, or null if it is unchanged. */
  readonly label: string | null;
  /** The row of the event whose options leaked into the value. */
  readonly fromRow: number | null;
}

/**
 * Compares the called values with the sent values: differences first, then equal values.
 * If no call was observed, the differences are those between emitted and sent values.
 */
export function compareRows(record: JudgedRecord): readonly ComparedRow[] {
  const sent = lastSentEvent(record);
  if (sent === null) return [];
  const differences = record.changes.map((change) => differenceRow(change, record));
  return [...differences, ...equalRows(record, sent)];
}

/** Returns the event as it was last sent, else as it was emitted. */
function lastSentEvent({ event, requests }: JudgedRecord): Json | null {
  const lastSent = requests.findLast((request) => request.carriedEvent !== null)?.carriedEvent;
  return lastSent ?? event?.json ?? null;
}

function differenceRow(change: Change, record: JudgedRecord): ComparedRow {
  const called = change.type === 'added' ? undefined : change.called;
  const sent = change.type === 'dropped' ? undefined : change.sent;
  const fromRow = change.type === 'added' ? change.fromRow : null;
  return { path: change.path, called, sent, label: changeLabel(change, record), fromRow };
}

function changeLabel(change: Change, { call, event }: JudgedRecord): string {
  if (change.type === 'dropped') return i18n.t('change.dropped');
  if (change.type === 'added') return i18n.t(change.fromRow === null ? 'change.added' : 'change.fromOptions');
  // If the event was emitted as called, the page changed the object later.
  const wasEmittedAsCalled = call === null || jsonEquals(valueAt(event?.json, change.path), change.called);
  return i18n.t(wasEmittedAsCalled ? 'change.rewrittenLater' : 'change.rewritten');
}

/** Returns the rows of unchanged values; a part with a difference is listed key by key. */
function equalRows({ call, changes }: JudgedRecord, sent: Json): readonly ComparedRow[] {
  if (!call) return [];
  const rows: ComparedRow[] = [];
  const partsWithDifference = new Set(changes.flatMap(({ path }) => parentPaths(path)));
  const visit = (called: Json, path: JsonPath): void => {
    const sentValue = valueAt(sent, path);
    const isOpen = path.length === 1 || partsWithDifference.has(formatPath(path));
    if (isOpen && typeof called === 'object' && called !== null) {
      for (const [key, value] of Object.entries(called))
        visit(value, [...path, Array.isArray(called) ? Number(key) : key]);
    } else if (sentValue !== undefined && jsonEquals(called, sentValue)) {
      rows.push({ path, called, sent: sentValue, label: null, fromRow: null });
    }
  };
  for (const [part, value] of calledParts(call)) visit(value, [part]);
  return rows;
}

function parentPaths(path: JsonPath): readonly string[] {
  return path.slice(1).map((_, index) => formatPath(path.slice(0, index + 1)));
}
