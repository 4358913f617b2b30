import { formatNumber } from '#components/i18n/count-text.ts';
import { formatPageLabel } from '#components/i18n/journey-labels.ts';
import type { AppCommands } from '#components/panel/app/app-commands.ts';
import type { FilterModel } from '#components/panel/filter/filter.ts';
import { formatRecordJson, formatRecordsJson } from '#core/formats/record-json';
import { kindLabel } from '#core/journey/record';
import { stringAt } from '#core/json/json';
import { formatTermValue } from '#core/query/value-term';
import { toOneLine } from '#core/quoting/json-text';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import { type FullRecords, withFullRecords } from './full-records';
import type { Hiding } from './list-undo';
import type { RowMenu, RowMenuItem } from './row-menu';

interface RowActionDeps {
  readonly filter: FilterModel;
  readonly commands: AppCommands;
  readonly rowMenu: RowMenu;
  readonly hiding: Hiding;
  readonly fullRecords: FullRecords;
}

/** Returns the actions on the selected events: the list's own, and those that features added. */
export function rowActions(
  records: readonly JudgedRecord[],
  { filter, commands, rowMenu, hiding, fullRecords }: RowActionDeps,
): readonly (readonly RowMenuItem[])[] {
  const [first] = records;
  if (!first) return [];
  const isOne = records.length === 1;
  const filterGroups = isOne ? [filterActions(first, filter)] : [];
  return [
    copyActions(records, commands, fullRecords),
    ...rowMenu.partsFor(records, 'after-copy'),
    ...filterGroups,
    [...hideRowActions(records, hiding), ...hideKindActions(records, filter)],
    ...rowMenu.partsFor(records, 'last'),
  ];
}

function copyActions(
  records: readonly JudgedRecord[],
  commands: AppCommands,
  fullRecords: FullRecords,
): readonly RowMenuItem[] {
  const [first] = records;
  if (!first) return [];
  const isMany = records.length > 1;
  const n = formatNumber(records.length);
  const mids = records.map(midOf).filter((mid) => mid !== null);
  const copyJson = {
    id: 'copy-json',
    label: isMany ? i18n.t('rowMenu.copyJsonMany', { n }) : i18n.t('rowMenu.copyJson'),
    keys: 'Ctrl+C',
    onSelect: () =>
      withFullRecords(fullRecords, records, (all) =>
        commands.copy(isMany ? formatRecordsJson(all) : formatRecordJson(all[0] ?? first), () =>
          isMany ? i18n.t('rowMenu.eventsAsJson', { n }) : i18n.t('rowMenu.asJson'),
        ),
      ),
  };
  if (mids.length === 0) return [copyJson];
  const isOneMid = mids.length === 1;
  const copiedText = () =>
    isOneMid ? i18n.t('rowMenu.mid') : i18n.t('rowMenu.mids', { n: formatNumber(mids.length) });
  const label = isOneMid ? i18n.t('rowMenu.copyMid') : i18n.t('rowMenu.copyMids', { n: formatNumber(mids.length) });
  return [
    copyJson,
    { id: 'copy-mid', label, onSelect: () => commands.copy(mids.map(toOneLine).join('\n'), copiedText) },
  ];
}

function filterActions(record: JudgedRecord, filter: FilterModel): readonly RowMenuItem[] {
  const mid = midOf(record);
  const page = formatPageLabel(record.frame);
  const items: RowMenuItem[] = [];
  const add = (id: string, label: string, term: string, replacedPrefix: string) =>
    items.push({ id, label, onSelect: () => filter.setToken(term, replacedPrefix) });
  if (record.kind)
    add('by-kind', i18n.t('rowMenu.onlyKind', { kind: kindLabel(record) }), `kind:${record.kind}`, 'kind:');
  if (page !== '')
    add('by-page', i18n.t('rowMenu.onlyPage', { page }), `page:${formatTermValue(pageFilterText(record))}`, 'page:');
  if (mid !== null) add('by-mid', i18n.t('rowMenu.onlyMid'), `mid:${formatTermValue(mid)}`, 'mid:');
  return items;
}

/** Returns a text that `page:` finds in the page's URL: the page's label if the URL contains it, or the whole URL. */
function pageFilterText({ frame }: JudgedRecord): string {
  const label = formatPageLabel(frame);
  return frame.url.toLowerCase().includes(label.toLowerCase()) ? label : frame.url;
}

function hideRowActions(records: readonly JudgedRecord[], hiding: Hiding): readonly RowMenuItem[] {
  const [first, ...others] = records;
  if (!first) return [];
  const isOne = others.length === 0;
  const label = isOne ? i18n.t('rowMenu.hideRow') : i18n.t('rowMenu.hideRows', { n: formatNumber(records.length) });
  const hideRows = { id: 'hide-rows', label, onSelect: () => hiding.hideRows(records.map(({ row }) => row)) };
  if (!isOne) return [hideRows];
  return [hideRows, { id: 'hide-like', label: i18n.t('rowMenu.hideLike'), onSelect: () => hiding.hideSimilar(first) }];
}

function hideKindActions(records: readonly JudgedRecord[], filter: FilterModel): readonly RowMenuItem[] {
  const kinds = new Set(records.flatMap(({ kind }) => (kind ? [kind] : [])));
  return [...kinds].slice(0, MAX_HIDDEN_KINDS).map((kind) => ({
    id: `hide-${kind}`,
    label: i18n.t('rowMenu.hideKind', { kind: kind.toUpperCase() }),
    onSelect: () => filter.setToken(`-kind:${kind}`),
  }));
}

/** Number of kinds in the menu, to limit its length. */
const MAX_HIDDEN_KINDS = 4;

function midOf({ event }: JudgedRecord): string | null {
  return stringAt(event?.json, ['mid']) || null;
}
