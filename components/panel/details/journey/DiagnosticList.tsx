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

/** More would leave no room for the tabs; a click shows the others. */
const SHOWN = 2;

/** A scroll container needs a tab stop, or the keyboard could not scroll it. */
const withinReach = { tabIndex: 0 } as const;

interface DiagnosticListProps {
  /** The worst first. */
  readonly diagnostics: readonly DiagnosticLabel[];
  /** The line for a response that says more than it means, or null if it does not. */
  readonly misleading: string | null;
}

/** Diagnostics of the event, readable at a glance under the four steps. */
export function DiagnosticList({ diagnostics, misleading }: DiagnosticListProps) {
  const [all, setAll] = useState(false);
  if (diagnostics.length === 0 && misleading === null) return null;
  const shown = all ? diagnostics : diagnostics.slice(0, SHOWN);
  const folded = diagnostics.length - shown.length;
  return (
    <section class="troubles" aria-label={i18n.t('detail.deliveryIssues')} {...withinReach}>
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

const icons: Readonly<Record<DiagnosticLabel['tone'], IconName>> = { warn: 'notice', bad: 'invalid', lost: 'lost' };
const classes: Readonly<Record<DiagnosticLabel['tone'], string>> = {
  warn: 'note',
  bad: 'note bad-note',
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
