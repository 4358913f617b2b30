import { EmptyState } from '#components/kit/EmptyState.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { branchSummary } from '#components/panel/app/branch-summary.ts';
import type { DetailTabEntry } from '#components/panel/app/detail-tabs.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { ReloadPage, useIsCallMissed } from '#components/panel/event-list/ReloadPage.tsx';
import { RowLink } from '#components/panel/event-list/RowLink.tsx';
import type { Json } from '#core/json/json';
import { formatPath } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import { JsonSnippet } from '../tree/JsonSnippet';
import { type ComparedRow, compareRows } from './comparison';

/** What the page called against what left: what differs first, what is equal below it. */
function ChangesTab({ record }: { readonly record: JudgedRecord }) {
  const rows = compareRows(record);
  const [before, lead] = record.call
    ? (['change.called', 'change.introCall'] as const)
    : (['change.emitted', 'change.introEmitted'] as const);
  if (rows.length === 0) return <NothingToCompare record={record} />;
  return (
    <>
      <p class="lead">{i18n.t(lead)}</p>
      <table class="diff">
        <thead>
          <tr>
            <th scope="col">{i18n.t('change.path')}</th>
            <th scope="col">{i18n.t(before)}</th>
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
  const { path, called, sent, word, fromRow } = row;
  const isBranch = word === null;
  return (
    <tr class={word === null ? 'same' : 'differs'}>
      <th scope="row">
        <code>{formatPath(path) || i18n.t('detail.wholeEvent')}</code>
        {word !== null && (
          <StatusLabel icon="changed" tone="warn">
            {word}
          </StatusLabel>
        )}
      </th>
      <td>
        <Value value={called} short={isBranch} />
      </td>
      <td>
        <Value value={sent} short={isBranch} />
        {fromRow !== null && <RowLink list={list} row={fromRow} label={(n) => i18n.t('change.fromRow', { n })} />}
      </td>
    </tr>
  );
}

function Value({ value, short }: { readonly value: Json | undefined; readonly short: boolean }) {
  if (value === undefined) return <span class="muted">{i18n.t('change.absent')}</span>;
  if (short && typeof value === 'object' && value !== null) return <span class="muted">{branchSummary(value)}</span>;
  return <JsonSnippet value={value} />;
}

/** ChangesTab as a tab of the details. */
export const changesTab: DetailTabEntry = {
  id: 'changes',
  label: () => i18n.t('detail.changes'),
  View: ChangesTab,
  count: ({ changes }) => changes.length,
};
