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

/** More diagnostics would leave no room for the tabs; a click shows the others. */
const MAX_SHOWN = 2;

/** A scroll container needs a tab stop, so that the keyboard can scroll it. */
const scrollable = { tabIndex: 0 } as const;

interface DiagnosticListProps {
  /** Most severe first. */
  readonly diagnostics: readonly DiagnosticLabel[];
  /** The text about a misleading response, or null if the response is not misleading. */
  readonly misleading: string | null;
}

/** Short diagnostics of the event, under the four steps. */
export function DiagnosticList({ diagnostics, misleading }: DiagnosticListProps) {
  const [all, setAll] = useState(false);
  if (diagnostics.length === 0 && misleading === null) return null;
  const shown = all ? diagnostics : diagnostics.slice(0, MAX_SHOWN);
  const folded = diagnostics.length - shown.length;
  return (
    <section class="diagnostic-list" aria-label={i18n.t('detail.deliveryIssues')} {...scrollable}>
      {misleading && (
        <p class="note">
          <Icon name="notice" />
          <span>{misleading}</span>
        </p>
      )}
      {shown.map((diagnostic) => (
        <DiagnosticNote key={diagnostic.code} diagnostic={diagnostic} />
      ))}
      {folded > 0 && (
        <Button appearance="text" onClick={() => setAll(true)}>
          {i18n.t('detail.andMore', { n: formatNumber(folded) })}
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

/** A diagnostic: its title, its cause and its remedy. */
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
