import { useState } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import { formatSentence } from '#components/i18n/format.ts';
import { Button } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import type { IconName } from '#components/kit/icon-paths.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { RowLink } from '#components/panel/event-list/RowLink.tsx';
import { i18n } from '#i18n';
import type { DiagnosticLabel } from './diagnostic-labels';

/** More diagnostics would leave no room for the tabs. A button shows the others. */
const MAX_COLLAPSED = 2;

/** A scroll container needs a tab stop, so that the keyboard can scroll it. */
const scrollable = { tabIndex: 0 } as const;

interface DiagnosticListProps {
  /** Most severe first. */
  readonly diagnostics: readonly DiagnosticLabel[];
  /** The text about a misleading response, or null if the response is not misleading. */
  readonly misleading: string | null;
}

/** The diagnostics of the event, under the steps of its journey. */
export function DiagnosticList({ diagnostics, misleading }: DiagnosticListProps) {
  const [isExpanded, setIsExpanded] = useState(false);
  if (diagnostics.length === 0 && misleading === null) return null;
  const visible = isExpanded ? diagnostics : diagnostics.slice(0, MAX_COLLAPSED);
  const hiddenCount = diagnostics.length - visible.length;
  return (
    <section class="diagnostic-list" aria-label={i18n.t('detail.deliveryIssues')} {...scrollable}>
      {misleading && (
        <p class="note">
          <Icon name="notice" />
          <span>{misleading}</span>
        </p>
      )}
      {visible.map((diagnostic) => (
        <DiagnosticNote key={diagnostic.code} diagnostic={diagnostic} />
      ))}
      {hiddenCount > 0 && (
        <Button appearance="text" onClick={() => setIsExpanded(true)}>
          {i18n.t('detail.andMore', { n: formatNumber(hiddenCount) })}
        </Button>
      )}
    </section>
  );
}

const icons: Readonly<Record<DiagnosticLabel['tone'], IconName>> = {
  warning: 'notice',
  error: 'invalid',
  lost: 'lost',
};
const classes: Readonly<Record<DiagnosticLabel['tone'], string>> = {
  warning: 'note',
  error: 'note error-note',
  lost: 'note lost-note',
};

export function DiagnosticNote({ diagnostic }: { readonly diagnostic: DiagnosticLabel }) {
  const { title, cause, remedy, tone, fromRow } = diagnostic;
  const list = useEventList();
  return (
    <div class={classes[tone]}>
      <Icon name={icons[tone]} />
      <p>
        <b>{formatSentence(title)}</b> {formatSentence(cause)} {remedy}{' '}
        {fromRow !== undefined && <RowLink list={list} row={fromRow} />}
      </p>
    </div>
  );
}
