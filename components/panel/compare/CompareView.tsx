import { type ComponentChildren, Fragment } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import { headlineText } from '#components/i18n/headline-text.ts';
import { ToolButton } from '#components/kit/Button.tsx';
import { EmptyState } from '#components/kit/EmptyState.tsx';
import { SelectBox } from '#components/kit/forms/SelectBox.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { useApp, useStore, useStores } from '#components/panel/app/stores.ts';
import { openedCapturesStore } from '#components/panel/captures/capture-list.ts';
import { DetailsSideSwitch } from '#components/panel/details/DetailsSideSwitch.tsx';
import { JsonSnippet } from '#components/panel/details/tree/JsonSnippet.tsx';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import type { EventList } from '#components/panel/event-list/list-section.ts';
import { RowLink } from '#components/panel/event-list/RowLink.tsx';
import type { Sample } from '#core/drafts/sample';
import { kindLabel } from '#core/journey/record';
import {
  compareRecords,
  countDifferences,
  type DifferenceType,
  differenceType,
  MAX_DIFFERENCES,
  toDifferencesJson,
} from '#core/journey/record-comparison';
import { formatPath, type Json } from '#core/json/json';
import type { JsonDifference } from '#core/json/json-diff';
import { formatJson } from '#core/quoting/json-text';
import { i18n } from '#i18n';
import { type ComparedSide, compareStore } from './compare-store';
import { findComparisonCandidates } from './comparison-candidates';
import '#components/panel/details/details.css';
import './compare.css';

/** A scroll container needs a tab stop, so that the keyboard can scroll it. */
const scrollable = { tabIndex: 0 } as const;

interface CompareViewProps {
  readonly one: ComparedSide;
  readonly other: ComparedSide;
  /** Samples that the user can compare with. */
  readonly samples: readonly Sample[];
}

/** Two events side by side with their differences. Volatile fields are collapsed. */
export function CompareView({ one, other, samples }: CompareViewProps) {
  const { commands } = useApp();
  const comparison = useStore(compareStore);
  const { differences, volatile, isTruncated } = compareRecords(one.record, other.record);
  const list = useEventList();
  const headers = [<SideHeader key="one" side={one} />, <SideHeader key="other" side={other} />] as const;
  const [shownSide, opposite] = one.list === list ? [one, other] : [other, one];
  const pane = useFocusWithin();
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    comparison.close();
  };
  const copy = () =>
    commands.copy(formatJson(toDifferencesJson([...differences, ...volatile]), 2), () =>
      i18n.t('compare.differencesAsJson'),
    );
  return (
    <section class="detail compare" aria-label={i18n.t('compare.title')} onKeyDown={closeOnEscape}>
      <header>
        <div class="title">
          <h2>{i18n.t('compare.title')}</h2>
          <DifferenceCounts counts={countDifferences(differences)} />
          <span class="grow" />
          <ToolButton icon="changed" name={i18n.t('compare.swap')} onClick={comparison.swap} />
          <ToolButton icon="copy" name={i18n.t('compare.copy')} onClick={copy} />
          <DetailsSideSwitch />
          <ToolButton
            icon="x"
            name={i18n.t('common.close')}
            title={i18n.t('compare.closeHint')}
            onClick={comparison.close}
          />
        </div>
        <ComparedEvent header={headers[0]} side={one} />
        <ComparedEvent header={headers[1]} side={other} />
        <ComparisonPicker shownSide={shownSide} other={opposite} samples={samples} />
      </header>
      <section class="pane" {...scrollable} aria-label={i18n.t('compare.differences')} ref={pane}>
        {differences.length > 0 && <DifferenceTable differences={differences} headers={headers} />}
        {differences.length === 0 && (
          <EmptyState icon="valid" title={i18n.t('compare.none.title')}>
            {i18n.t(volatile.length > 0 ? 'compare.none.onlyVolatile' : 'compare.none.text')}
          </EmptyState>
        )}
        {isTruncated && <p class="lead">{i18n.t('compare.truncated', { n: formatNumber(MAX_DIFFERENCES) })}</p>}
        {volatile.length > 0 && (
          <details class="volatile">
            <summary title={i18n.t('compare.volatileHint')}>
              {i18n.t('compare.volatile', volatile.length, { n: formatNumber(volatile.length) })}
            </summary>
            <DifferenceTable differences={volatile} headers={headers} />
          </details>
        )}
      </section>
    </section>
  );
}

/** Returns a function that shows the list's capture and selects one of its rows. */
function useShowRow(list: EventList | null): (row: number) => void {
  const captures = useStore(openedCapturesStore);
  return (row) => {
    captures.show(captures.all.peek().find((capture) => capture.list === list) ?? null);
    list?.show(row);
  };
}

/** A link with the row number, and the name of another capture. For a sample or an example, its label. */
function SideHeader({ side: { record, list, label } }: { readonly side: ComparedSide }) {
  const show = useShowRow(list);
  if (list === null) return <span>{label}</span>;
  const text = (n: string) =>
    label === '' ? i18n.t('compare.row', { n }) : i18n.t('compare.rowOf', { n, capture: label });
  return <RowLink list={{ records: list.records, show }} row={record.row} label={text} />;
}

function ComparedEvent({ header, side }: { readonly header: ComponentChildren; readonly side: ComparedSide }) {
  const { record } = side;
  return (
    <div class="sub">
      <span class="compared-row">{header}</span>
      <b>{kindLabel(record)}</b>
      <bdi class="truncate" title={headlineText(record)}>
        {headlineText(record)}
      </bdi>
      <SdkChanges side={side} />
    </div>
  );
}

/** A link with the number of the SDK's changes. It opens the tab that compares the call with the event. */
function SdkChanges({ side: { record, list } }: { readonly side: ComparedSide }) {
  const comparison = useStore(compareStore);
  const show = useShowRow(list);
  const { length } = record.changes;
  if (list === null || length === 0) return null;
  const open = () => {
    comparison.close();
    show(record.row);
    list.selection.selectTab('changes');
  };
  return (
    <button type="button" class="link" title={i18n.t('compare.sdkChangesHint')} onClick={open}>
      {i18n.t('compare.sdkChanges', length, { n: formatNumber(length) })}
    </button>
  );
}

/** Moves the focus into the comparison. Restores it when the comparison is closed from within. */
function useFocusWithin() {
  const pane = useRef<HTMLElement>(null);
  // The cleanup of a layout effect runs while the comparison is still in the document.
  useLayoutEffect(() => {
    const element = pane.current?.parentElement;
    const before = document.activeElement;
    pane.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && element?.contains(document.activeElement))
        before.focus({ preventScroll: true });
    };
  }, []);
  return pane;
}

interface ComparisonPickerProps {
  /** The row of the list that is shown. */
  readonly shownSide: ComparedSide;
  readonly other: ComparedSide;
  readonly samples: readonly Sample[];
}

/** Selects what a row is compared with: a row of another capture, a sample, or the example of its kind. */
function ComparisonPicker({ shownSide, other, samples }: ComparisonPickerProps) {
  const stores = useStores();
  const list = useEventList();
  const comparison = useStore(compareStore);
  const candidates = findComparisonCandidates(shownSide.record, list, { stores, samples });
  const selected = candidates.find(({ side }) => side.list === other.list && side.label === other.label)?.id ?? '';
  if (candidates.length === 0) return null;
  const candidateOptions = candidates.map(({ id, title }) => [id, title] as const);
  const options = selected === '' ? [['', i18n.t('compare.otherRow')] as const, ...candidateOptions] : candidateOptions;
  return (
    <label class="compared-with">
      <span>{i18n.t('compare.with')}</span>
      <SelectBox
        value={selected}
        options={options}
        onSelect={(selectedId) => {
          const candidate = candidates.find(({ id }) => id === selectedId);
          if (candidate) comparison.openWith(list, shownSide.record.row, candidate.side);
        }}
      />
    </label>
  );
}

/** “2 changed, 1 added, 1 removed”, without the types that do not occur. */
function DifferenceCounts({ counts }: { readonly counts: Readonly<Record<DifferenceType, number>> }) {
  const texts = {
    changed: (n: string) => i18n.t('compare.countChanged', { n }),
    added: (n: string) => i18n.t('compare.countAdded', { n }),
    removed: (n: string) => i18n.t('compare.countRemoved', { n }),
  };
  const types = ['changed', 'added', 'removed'] as const;
  return (
    <>
      {types
        .filter((type) => counts[type] > 0)
        .map((type) => (
          <StatusLabel key={type} {...differenceStyles[type]}>
            {texts[type](formatNumber(counts[type]))}
          </StatusLabel>
        ))}
    </>
  );
}

interface DifferenceTableProps {
  readonly differences: readonly JsonDifference[];
  /** Names of the two columns. */
  readonly headers: readonly [ComponentChildren, ComponentChildren];
}

/** Differences, one per row: path, type, and the value on either side. */
function DifferenceTable({ differences, headers }: DifferenceTableProps) {
  return (
    <table class="diff">
      <thead>
        <tr>
          <th scope="col">{i18n.t('change.path')}</th>
          <th scope="col">{headers[0]}</th>
          <th scope="col">{headers[1]}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map((difference) => (
          <DifferenceRow key={formatPath(difference.path)} difference={difference} />
        ))}
      </tbody>
    </table>
  );
}

function DifferenceRow({ difference }: { readonly difference: JsonDifference }) {
  const { path, before, after } = difference;
  const type = differenceType(difference);
  return (
    <tr class={type}>
      <th scope="row">
        <code>{path.length === 0 ? i18n.t('detail.wholeEvent') : breakAtDots(formatPath(path))}</code>
        <StatusLabel {...differenceStyles[type]}>{differenceLabels()[type]}</StatusLabel>
      </th>
      <td>
        <Value value={before} />
      </td>
      <td>
        <Value value={after} />
      </td>
    </tr>
  );
}

/** Lets a path break between its names in a narrow pane, rather than within a name. */
function breakAtDots(path: string): ComponentChildren {
  return path.split('.').map((name, index) => (
    <Fragment key={String(index)}>
      {index > 0 && '.'}
      {index > 0 && <wbr />}
      {name}
    </Fragment>
  ));
}

function Value({ value }: { readonly value: Json | undefined }) {
  if (value === undefined) return <span class="muted">{i18n.t('change.absent')}</span>;
  return <JsonSnippet value={value} />;
}

/** Not red: a difference between two events is not an error. */
const differenceStyles = {
  changed: { icon: 'changed', tone: 'warning' },
  added: { icon: 'plus', tone: 'success' },
  removed: { icon: 'minus', tone: 'inherit' },
} as const;

const differenceLabels = (): Readonly<Record<DifferenceType, string>> => ({
  changed: i18n.t('compare.changed'),
  added: i18n.t('compare.added'),
  removed: i18n.t('compare.removed'),
});
