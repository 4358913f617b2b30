import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import { headlineText } from '#components/i18n/headline-text.ts';
import { ToolButton } from '#components/kit/Button.tsx';
import { EmptyState } from '#components/kit/EmptyState.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { sessionsStore } from '#components/panel/captures/capture-list.ts';
import { DetailsSideSwitch } from '#components/panel/details/DetailsSideSwitch.tsx';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import type { EventList } from '#components/panel/event-list/list-section.ts';
import { RowLink } from '#components/panel/event-list/RowLink.tsx';
import type { Sample } from '#core/drafts/sample';
import { kindLabel } from '#core/journey/record';
import { compareRecords, countDifferences, differencesJson, MAX_DIFFERENCES } from '#core/journey/record-comparison';
import { formatJson } from '#core/quoting/json-text';
import { i18n } from '#i18n';
import { ComparedWith } from './ComparedWith';
import { type ComparedSide, compareStore } from './compare-store';
import { DifferenceCounts } from './DifferenceCounts';
import { DifferenceTable } from './DifferenceTable';
import '#components/panel/details/details.css';
import './compare.css';

/** What scrolls must be within reach of Tab, or the keyboard could not scroll it. */
const scrollable = { tabIndex: 0 } as const;

interface CompareViewProps {
  readonly one: ComparedSide;
  readonly other: ComparedSide;
  /** What the user can compare with too. */
  readonly samples: readonly Sample[];
}

/** Two events side by side: what differs, with the volatile fields folded away. */
export function CompareView({ one, other, samples }: CompareViewProps) {
  const { commands } = useApp();
  const comparison = useStore(compareStore);
  const { differences, volatile, isTruncated } = compareRecords(one.record, other.record);
  const list = useEventList();
  const heads = [<Head key="one" side={one} />, <Head key="other" side={other} />] as const;
  const [own, opposite] = one.list === list ? [one, other] : [other, one];
  const pane = useFocusWithin();
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    comparison.close();
  };
  const copy = () =>
    commands.copy(formatJson(differencesJson([...differences, ...volatile]), 2), () =>
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
        <ComparedEvent head={heads[0]} side={one} />
        <ComparedEvent head={heads[1]} side={other} />
        <ComparedWith own={own} other={opposite} samples={samples} />
      </header>
      <section class="pane" {...scrollable} aria-label={i18n.t('compare.differences')} ref={pane}>
        {differences.length > 0 && <DifferenceTable differences={differences} heads={heads} />}
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
            <DifferenceTable differences={volatile} heads={heads} />
          </details>
        )}
      </section>
    </section>
  );
}

/** Goes to a row of any capture. */
function useShowRow(list: EventList | null): (row: number) => void {
  const sessions = useStore(sessionsStore);
  return (row) => {
    sessions.show(sessions.files.peek().find((session) => session.list === list) ?? null);
    list?.show(row);
  };
}

/** The number of a row as a link, with the name of its capture where that is another; else what the event is. */
function Head({ side: { record, list, label } }: { readonly side: ComparedSide }) {
  const show = useShowRow(list);
  if (list === null) return <span>{label}</span>;
  const text = (n: string) =>
    label === '' ? i18n.t('compare.row', { n }) : i18n.t('compare.rowOf', { n, capture: label });
  return <RowLink list={{ records: list.records, show }} row={record.row} label={text} />;
}

function ComparedEvent({ head, side }: { readonly head: ComponentChildren; readonly side: ComparedSide }) {
  const { record } = side;
  return (
    <div class="sub">
      <span class="compared-row">{head}</span>
      <b>{kindLabel(record)}</b>
      <bdi class="clip" title={headlineText(record)}>
        {headlineText(record)}
      </bdi>
      <SdkChanges side={side} />
    </div>
  );
}

/** How much the SDK changed from the call to the event, as a link to the tab that compares both. */
function SdkChanges({ side: { record, list } }: { readonly side: ComparedSide }) {
  const comparison = useStore(compareStore);
  const show = useShowRow(list);
  const { length } = record.changes;
  if (list === null || length === 0) return null;
  const open = () => {
    comparison.close();
    show(record.row);
    list.selection.chooseTab('changes');
  };
  return (
    <button type="button" class="link" title={i18n.t('compare.sdkChangesHint')} onClick={open}>
      {i18n.t('compare.sdkChanges', length, { n: formatNumber(length) })}
    </button>
  );
}

/** Moves the focus into the comparison, and back where it was when the comparison is closed from within. */
function useFocusWithin() {
  const pane = useRef<HTMLElement>(null);
  // A layout effect is undone while the comparison is still in the document.
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
