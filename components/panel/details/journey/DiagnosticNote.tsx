import { formatSentence } from '#components/i18n/format.ts';
import { Icon } from '#components/kit/Icon.tsx';
import type { IconName } from '#components/kit/icon-paths.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { RowLink } from '#components/panel/event-list/RowLink.tsx';
import type { DiagnosticLabel } from './diagnostic-labels';

const icons: Readonly<Record<DiagnosticLabel['tone'], IconName>> = { warn: 'notice', bad: 'invalid', lost: 'lost' };
const classes: Readonly<Record<DiagnosticLabel['tone'], string>> = {
  warn: 'note',
  bad: 'note bad-note',
  lost: 'note lost-note',
};

/** One thing that went wrong on the way: what it is called, its cause and its remedy. */
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
